#include "http/answer_text.h"

#include <gtest/gtest.h>

namespace http {
namespace {

TEST(AnswerTextTest, AHeadIsAStatusLineAndHeaders) {
  EXPECT_EQ(head_text(200, {{"A", "b"}}, {.length = 3}),
            "HTTP/1.1 200 OK\r\nA: b\r\nContent-Length: 3\r\n\r\n");
  EXPECT_EQ(head_text(299, {}, {.is_chunked = true, .closes = true}),
            "HTTP/1.1 299 \r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n");
}

TEST(AnswerTextTest, AHeaderCannotBreakOutOfItsLineOrFrameTheMessage) {
  const Headers headers{{"A", "b\r\nSet-Cookie: x"},
                        {"A\r\nB", "c"},
                        {"", "c"},
                        {"A B", "c"},
                        {"A", std::string(1, 0)},
                        {"Content-Length", "7"},
                        {"transfer-encoding", "gzip"},
                        {"CONNECTION", "keep-alive"},
                        {"X", "caf\xc3\xa9\t"}};
  EXPECT_EQ(head_text(204, headers, {}), "HTTP/1.1 204 No Content\r\nX: caf\xc3\xa9\t\r\n\r\n");
}

TEST(AnswerTextTest, AChunkIsLedByItsSize) {
  EXPECT_EQ(chunk_lead(1), "1\r\n");
  EXPECT_EQ(chunk_lead(26), "1a\r\n");
}

}  // namespace
}  // namespace http

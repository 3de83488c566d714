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

TEST(AnswerTextTest, AnAnswerIsHeadAndBody) {
  const AnswerText whole = answer_text({200, {{"A", "b"}}, "text"}, {});
  EXPECT_EQ(whole.head, "HTTP/1.1 200 OK\r\nA: b\r\nContent-Length: 4\r\n\r\n");
  EXPECT_EQ(whole.body, "text");
  EXPECT_EQ(whole.size(), whole.head.size() + 4);
}

TEST(AnswerTextTest, WhatHasNoBodySendsNone) {
  const AnswerText of_head = answer_text({200, {}, "text"}, {.is_head = true, .closes = true});
  EXPECT_EQ(of_head.head, "HTTP/1.1 200 OK\r\nContent-Length: 4\r\nConnection: close\r\n\r\n");
  EXPECT_EQ(of_head.body, "");
  const AnswerText none = answer_text({204, {}, "text"}, {});
  EXPECT_EQ(none.head, "HTTP/1.1 204 No Content\r\n\r\n");
  EXPECT_EQ(none.body, "");
}

TEST(AnswerTextTest, AStatusThatIsNoneBecomesA500) {
  for (const int status : {0, 199, 600, -1}) {
    SCOPED_TRACE(status);
    EXPECT_TRUE(answer_text({status, {}, ""}, {}).head.starts_with("HTTP/1.1 500 "));
  }
}

TEST(AnswerTextTest, AChunkIsLedByItsSize) {
  EXPECT_EQ(chunk_lead(1), "1\r\n");
  EXPECT_EQ(chunk_lead(26), "1a\r\n");
}

}  // namespace
}  // namespace http

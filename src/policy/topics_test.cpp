#include "policy/topics.h"

#include <gtest/gtest.h>
#include <rapidcheck.h>

#include <algorithm>
#include <set>

#include "policy/redaction.h"
#include "policy/redaction_corpus.h"
#include "policy/topic_word.h"

namespace policy {
namespace {

using Words = std::vector<std::string>;

// S3-105, B3-28
TEST(TopicsTest, LabelsWeighMoreThanNamesAndNamesMoreThanWhatIsSaid) {
  TopicCounter counter;
  counter.add_prompt("zebra");
  counter.add_subject("yak");
  counter.add_category("walrus");
  counter.add_label("xenon");
  EXPECT_EQ(counter.top(10), (Words{"xenon", "walrus", "yak", "zebra"}));
  counter.add_prompt("zebra zebra, Zebra");
  EXPECT_EQ(counter.top(2), (Words{"zebra", "xenon"}));
  EXPECT_EQ(counter.text(), "2 walrus\n3 xenon\n2 yak\n4 zebra\n");
}

// S3-101, S3-104
TEST(TopicsTest, ProjectsAreNamedByTheirFolder) {
  TopicCounter counter;
  counter.add_project("/home/dev/Payment-Service/");
  counter.add_project("site");
  counter.add_project("site");
  EXPECT_EQ(counter.projects(), (Words{"site", "Payment-Service"}));
  EXPECT_EQ(counter.top(10), (Words{"site", "payment", "service"}));
  for (const char* name : {"", "/", "  ", "password=hunter22"}) counter.add_project(name);
  EXPECT_EQ(counter.projects().size(), 2U);
  for (int i = 0; i < 300; ++i) counter.add_project("p" + std::to_string(i));
  EXPECT_EQ(counter.projects().size(), 10U);
  EXPECT_EQ(counter.projects().front(), "site");
}

// S3-98, B3-28
TEST(TopicsTest, APathCountsByItsNameAndACommandByWhatItIsAbout) {
  TopicCounter counter;
  counter.add_path("/home/secretive/src/policy/relevance_score.cpp");
  counter.add_path(".gitignore");
  EXPECT_EQ(counter.top(10), (Words{"gitignore", "relevance", "score"}));
  TopicCounter commands;
  commands.add_command("cd /home/anna/shop && git commit -m 'Checkout: round totals' --amend=now");
  commands.add_command("ls -la; make migration");
  EXPECT_EQ(commands.top(10), (Words{"checkout", "migration", "round", "shop", "totals"}));
}

// B3-28
TEST(TopicsTest, WhatTellsNothingApartIsNoTopic) {
  EXPECT_EQ(topic_words("Please read the file and then use Bash, Grep or TodoWrite to fix it"),
            Words{});
  EXPECT_EQ(topic_words("1f0c22aa 12345 deadbeef 7d1054b6-2839-4e27-bcef-43e6e47ca4b4 2026-02-18"),
            Words{});
  EXPECT_EQ(topic_words("a1b2c3d4 x9k2q8z hunter22x" + std::string(50, 'z')), Words{});
  EXPECT_EQ(topic_words("OAuth2 with k8s, sha256 and i18n in the UI; utf8"),
            (Words{"oauth2", "k8s", "sha256", "i18n", "ui", "utf8"}));
}

TEST(TopicsTest, WordsOfOtherLanguagesCount) {
  EXPECT_EQ(topic_words("Über die „Größe“ — дело…\U0001F600日本語、"),
            (Words{"Über", "die", "größe", "дело", "日本語"}));
}

TEST(TopicsTest, WordsComeOnceInTheirOrder) {
  EXPECT_EQ(topic_words("Pins decay; PINS decay, gate"), (Words{"pins", "decay", "gate"}));
}

// B3-7, B3-28: everything of the corpus by every way in. What survives was no secret: it is a word
// of the redacted text.
TEST(TopicsTest, NoSecretOfTheCorpusBecomesATopic) {
  for (const redaction::SecretText& row : redaction::kSecretTexts) {
    SCOPED_TRACE(row.text);
    TopicCounter counter;
    counter.add_label(row.text);
    counter.add_category(row.text);
    counter.add_subject(row.text);
    counter.add_project(row.text);
    counter.add_prompt(row.text);
    counter.add_path(row.text);
    counter.add_command(row.text);
    const auto safe = topic_words(row.redacted);
    for (const std::string& word : counter.top(1000)) {
      EXPECT_NE(std::find(safe.begin(), safe.end(), word), safe.end()) << word;
    }
    for (const std::string& name : counter.projects()) {
      EXPECT_NE(std::string(row.redacted).find(name), std::string::npos) << name;
    }
  }
}

// B3-28
TEST(TopicsTest, WhatHangsOnAMarkOfRedactionIsNoTopic) {
  EXPECT_EQ(topic_words("gnu[REDACTED]okapi zebra [REDACTED] yak"), (Words{"zebra", "yak"}));
  EXPECT_EQ(topic_words("zebra <private>gnu</private> yak"), (Words{"zebra", "yak"}));
}

TEST(TopicsTest, HalfASecretIsNotLeftWhereALongPromptIsCut) {
  const std::string token = "ghp_" + std::string("abcdefghijklmnopqrstuvwxyzabcdefghij");
  std::string text(TopicCounter::kTextBytesMax - 10, ' ');
  text += token;
  EXPECT_EQ(topic_words(text), Words{});
}

// B3-28
TEST(TopicsTest, TheRarestGoWhereThereAreTooMany) {
  TopicCounter counter;
  const auto word = [](int i) {
    std::string name = "topic";
    for (; i > 0; i /= 26) name += static_cast<char>('g' + i % 13);
    return name;
  };
  for (int i = 0; i < 3000; ++i) counter.add_prompt(word(i));
  for (int i = 0; i < 3; ++i) counter.add_label("zebra");
  const std::string text = counter.text();
  EXPECT_EQ(std::count(text.begin(), text.end(), '\n'), 400);
  EXPECT_NE(text.find("9 zebra\n"), std::string::npos);
  EXPECT_EQ(counter.top(1), Words{"zebra"});
}

TEST(TopicsTest, WhatCannotBeReadIsPassedOver) {
  const TopicCounter counter = TopicCounter::from_text(
      "3 zebra\nx yak\n-1 yak\n4\n5 \n0 yak\n99999999999 yak\n7yak\n2 Yak\n2 two words\n"
      "project 2 site\nproject yak\nproject 1 \n\n1 zebra\n6 gnu");
  EXPECT_EQ(counter.text(), "6 gnu\n3 zebra\nproject 2 site\n");
}

TEST(TopicsTest, AHostileTextHasAnEnd) {
  std::string text;
  for (int i = 0; i < 100'000; ++i) {
    std::string word;
    for (int n = i; n > 0; n /= 10) word += static_cast<char>('k' + n % 10);
    text += "1 word" + word + "\nproject 1 p" + std::to_string(i) + "\n";
  }
  const std::string kept = TopicCounter::from_text(text).text();
  EXPECT_EQ(std::count(kept.begin(), kept.end(), '\n'), 450);
}

std::string any_said_text() {
  return *rc::gen::map(
      rc::gen::container<std::vector<std::string>>(rc::gen::weightedOneOf<std::string>(
          {{3, rc::gen::elementOf(Words{"zebra", "yak ", "Pins-decay", " ", "\n", "/", "project ",
                                        "3 ", "[REDACTED]", "größe", "\xe2\x80\x94", "\xff",
                                        "password=hunter22"})},
           {1, rc::gen::arbitrary<std::string>()}})),
      [](const Words& parts) {
        std::string text;
        for (const std::string& part : parts) text += part;
        return text;
      });
}

TEST(TopicsProperty, TheTextRoundTripsAndEveryTopicHasItsShape) {
  EXPECT_TRUE(rc::check([] {
    TopicCounter counter;
    const int count = *rc::gen::inRange(1, 8);
    for (int i = 0; i < count; ++i) {
      counter.add_label(any_said_text());
      counter.add_project(any_said_text());
      counter.add_prompt(any_said_text());
      counter.add_path(any_said_text());
      counter.add_command(any_said_text());
    }
    const std::string text = counter.text();
    const TopicCounter again = TopicCounter::from_text(text);
    RC_ASSERT(again.text() == text);
    RC_ASSERT(again.top(20) == counter.top(20));
    RC_ASSERT(again.projects() == counter.projects());
    for (const std::string& word : counter.top(TopicCounter::kTopicsMax)) {
      RC_ASSERT(topic::has_topic_shape(word));
      RC_ASSERT(!topic::is_stop_word(word));
    }
  }));
}

// A counter that goes on from its text counts as one that never stopped.
TEST(TopicsProperty, KeepingBetweenTwoTurnsChangesNothing) {
  EXPECT_TRUE(rc::check([] {
    const std::string first = any_said_text();
    const std::string second = any_said_text();
    TopicCounter whole;
    whole.add_prompt(first);
    whole.add_label(second);
    TopicCounter begun;
    begun.add_prompt(first);
    TopicCounter resumed = TopicCounter::from_text(begun.text());
    resumed.add_label(second);
    RC_ASSERT(resumed.text() == whole.text());
  }));
}

TEST(TopicsProperty, AnyBytesAreSafeToRead) {
  EXPECT_TRUE(rc::check([](const std::vector<unsigned char>& bytes) {
    const std::string text(bytes.begin(), bytes.end());
    const std::string kept = TopicCounter::from_text(text).text();
    RC_ASSERT(TopicCounter::from_text(kept).text() == kept);
  }));
}

}  // namespace
}  // namespace policy

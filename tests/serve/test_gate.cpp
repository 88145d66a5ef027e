#include "serve/gate.h"

#include <gtest/gtest.h>

#include <set>

#include "serve/bucket.h"
#include "serve/page.h"

namespace conjac::serve {
namespace {

TEST(Gate, LetsExactlyItsOwnAddressIn) {
  const Gate gate("127.0.0.1:8000", "secret");
  const auto judge = [&](const char* method, const char* target, std::optional<std::string> host,
                         std::optional<std::string> origin = {}) {
    Gate::Request request;
    request.method = method;
    request.target = target;
    if (host) request.host = *host;
    if (origin) request.origin = *origin;
    return gate.judge(request).status;
  };
  const std::string host = "127.0.0.1:8000";
  EXPECT_EQ(judge("GET", "/?token=secret", host), 200);
  EXPECT_EQ(judge("GET", "/?token=secret", host, "http://127.0.0.1:8000"), 200);
  EXPECT_EQ(judge("GET", "/?token=secret", host, "http://127.0.0.1:8001"), 403);
  EXPECT_EQ(judge("GET", "/?token=secret", host, ""), 403);
  EXPECT_EQ(judge("GET", "/?token=secret", {}), 403);
  EXPECT_EQ(judge("GET", "/?token=secret", "localhost:8000"), 403);
  EXPECT_EQ(judge("GET", "/?token=secre", host), 403);
  EXPECT_EQ(judge("GET", "/?token=secrets", host), 403);
  EXPECT_EQ(judge("GET", "/", host), 403);
  EXPECT_EQ(judge("POST", "/?token=secret", host), 405);
  EXPECT_EQ(judge("PUT", "/start?token=secret", host, "http://127.0.0.1:8000"), 405);
  EXPECT_EQ(judge("GET", "*", host), 400);
  EXPECT_EQ(judge("GET", "", host), 400);
  EXPECT_EQ(judge("GET", "/other?token=secret", host), 404);
}

TEST(Gate, TakesPostsFromItsOwnPageOnly) {
  const Gate gate("127.0.0.1:8000", "secret");
  const auto judge = [&](const char* method, const char* target,
                         std::optional<std::string> origin) {
    Gate::Request request;
    request.method = method;
    request.target = target;
    request.host = "127.0.0.1:8000";
    if (origin) request.origin = *origin;
    return gate.judge(request);
  };
  const std::string own = "http://127.0.0.1:8000";
  EXPECT_EQ(judge("POST", "/start?token=secret", own).way, Gate::Way::start);
  EXPECT_EQ(judge("POST", "/drop?token=secret", own).way, Gate::Way::drop);
  EXPECT_EQ(judge("POST", "/start?token=secret", {}).status, 403);
  EXPECT_EQ(judge("POST", "/drop?token=secret", "null").status, 403);
  EXPECT_EQ(judge("POST", "/drop?token=secret", "http://127.0.0.1:8001").status, 403);
  EXPECT_EQ(judge("POST", "/drop?token=guess", own).status, 403);
  EXPECT_EQ(judge("POST", "/drop", own).status, 403);
  EXPECT_EQ(judge("POST", "/?token=secret", own).status, 405);
  EXPECT_EQ(judge("POST", "/live?token=secret", own).status, 405);
  EXPECT_EQ(judge("GET", "/start?token=secret", own).status, 405);
  EXPECT_EQ(judge("GET", "/drop?token=secret", own).status, 405);
  EXPECT_EQ(judge("GET", "/gallery?token=secret", {}).way, Gate::Way::gallery);
  EXPECT_EQ(judge("GET", "/gallery", {}).status, 403);
}

TEST(Gate, EmptyTokensNeverMatch) {
  EXPECT_FALSE(equal_in_constant_time("", "secret"));
  EXPECT_FALSE(equal_in_constant_time("secret", ""));
  EXPECT_FALSE(equal_in_constant_time("secretsecret", "secret"));
  EXPECT_TRUE(equal_in_constant_time("secret", "secret"));
}

TEST(Gate, TokensAreLongAndDiffer) {
  std::set<std::string> tokens;
  for (int i = 0; i < 100; ++i) tokens.insert(random_token());
  EXPECT_EQ(tokens.size(), 100u);
  for (const std::string& token : tokens) EXPECT_EQ(token.size(), 32u);
}

TEST(Gate, KnowsItsOwnMachine) {
  EXPECT_EQ(is_loopback("127.0.0.1"), true);
  EXPECT_EQ(is_loopback("127.1.2.3"), true);
  EXPECT_EQ(is_loopback("::1"), true);
  EXPECT_EQ(is_loopback("0.0.0.0"), false);
  EXPECT_EQ(is_loopback("192.0.2.7"), false);
  EXPECT_FALSE(is_loopback("example.org").has_value());
  EXPECT_FALSE(is_loopback("").has_value());
}

TEST(Bucket, FillsAtItsRate) {
  const Bucket::Clock::time_point start = Bucket::Clock::now();
  Bucket bucket(10, 3);
  const auto at = [&](double seconds) {
    return start + std::chrono::duration_cast<Bucket::Clock::duration>(
                       std::chrono::duration<double>(seconds));
  };
  EXPECT_TRUE(bucket.take(at(0)) && bucket.take(at(0)) && bucket.take(at(0)));
  EXPECT_FALSE(bucket.take(at(0)));
  EXPECT_FALSE(bucket.take(at(0.05)));
  EXPECT_TRUE(bucket.take(at(0.11)));
  EXPECT_FALSE(bucket.take(at(0.12)));
  for (int i = 0; i < 3; ++i) EXPECT_TRUE(bucket.take(at(100)));
  EXPECT_FALSE(bucket.take(at(100)));
}

TEST(Page, IsBuiltInAndFilledIn) {
  EXPECT_GT(embedded_page().size(), 100u);
  const std::string page = page_for("live", "abc");
  EXPECT_EQ(page.find("CONJAC_NONCE"), std::string::npos);
  EXPECT_NE(page.find("data-mode=\"live\""), std::string::npos);
  EXPECT_NE(content_policy("127.0.0.1:1", "abc").find("script-src 'nonce-abc'"), std::string::npos);
}

}  // namespace
}  // namespace conjac::serve

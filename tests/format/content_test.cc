// Content encodings (Validation 8.3) and JSON media types (8.4).

#include "engine/format/content.h"

#include <cstddef>
#include <random>
#include <string>
#include <string_view>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/escaping.h"
#include "gtest/gtest.h"
#include "tests/format/printable.h"

namespace gabarit::format {
namespace {

using namespace std::string_view_literals;

struct Decoding {
  std::string_view encoding;
  std::string_view text;
  std::string_view bytes;
};

TEST(ContentEncodingTest, DecodesTheExamplesOfRfc4648) {
  constexpr Decoding kDecodings[] = {
      {"base64", "", ""},
      {"base64", "Zg==", "f"},
      {"base64", "Zm8=", "fo"},
      {"base64", "Zm9v", "foo"},
      {"base64", "Zm9vYg==", "foob"},
      {"base64", "Zm9vYmFy", "foobar"},
      {"base64", "+/+/", "\xFB\xFF\xBF"},
      {"base64url", "-_-_", "\xFB\xFF\xBF"},
      {"base64url", "Zg==", "f"},
      {"base64url", "Zg", "f"},
      {"base32", "", ""},
      {"base32", "MY======", "f"},
      {"base32", "MZXQ====", "fo"},
      {"base32", "MZXW6===", "foo"},
      {"base32", "MZXW6YQ=", "foob"},
      {"base32", "MZXW6YTB", "fooba"},
      {"base32", "mzxw6ytb", "fooba"},
      {"base32hex", "CO======", "f"},
      {"base32hex", "CPNMUOJ1", "fooba"},
      {"base16", "666F6F626172", "foobar"},
      {"base16", "666f", "fo"},
      {"BASE64", "Zg==", "f"},
  };
  for (const Decoding& decoding : kDecodings) {
    SCOPED_TRACE(testing::Message()
                 << decoding.encoding << ": " << Printable(decoding.text));
    const absl::StatusOr<std::string> bytes =
        DecodeContent(decoding.encoding, decoding.text);
    ASSERT_TRUE(bytes.ok()) << bytes.status();
    EXPECT_EQ(*bytes, decoding.bytes);
  }
}

TEST(ContentEncodingTest, DecodesMailEncodings) {
  constexpr Decoding kDecodings[] = {
      {"quoted-printable", "", ""},
      {"quoted-printable", "a=3Db", "a=b"},
      {"quoted-printable", "caf=C3=A9", "caf\u00e9"},
      {"quoted-printable", "one=\r\ntwo", "onetwo"},
      {"quoted-printable", "one= \t\r\ntwo", "onetwo"},
      {"quoted-printable", "one =\r\ntwo", "one two"},
      {"quoted-printable", "one \t\r\ntwo", "one\r\ntwo"},
      {"quoted-printable", "one=20\r\ntwo", "one \r\ntwo"},
      {"quoted-printable", "one  ", "one"},
      {"quoted-printable", "=00", "\0"sv},
      {"7bit", "plain\r\ntext", "plain\r\ntext"},
      {"8bit", "caf\u00e9", "caf\u00e9"},
      {"binary", "a\0b"sv, "a\0b"sv},
  };
  for (const Decoding& decoding : kDecodings) {
    SCOPED_TRACE(testing::Message()
                 << decoding.encoding << ": " << Printable(decoding.text));
    const absl::StatusOr<std::string> bytes =
        DecodeContent(decoding.encoding, decoding.text);
    ASSERT_TRUE(bytes.ok()) << bytes.status();
    EXPECT_EQ(*bytes, decoding.bytes);
  }
}

TEST(ContentEncodingTest, RefusesWhatIsNotInTheEncoding) {
  struct Refusal {
    std::string_view encoding;
    std::string_view text;
    std::string_view why;
  };
  constexpr Refusal kRefusals[] = {
      {"base64", "eyJmb28iOi%iYmFyIn0K", "alphabet at byte 10"},
      {"base64", "{}", "alphabet at byte 0"},
      {"base64", "Zm9v\n", "alphabet at byte 4"},
      {"base64", "Zm 9v", "alphabet at byte 2"},
      {"base64", "-_-_", "alphabet at byte 0"},
      {"base64", "Zg", "wrong padding at byte 2"},
      {"base64", "Zg=", "wrong padding at byte 3"},
      {"base64", "Zg===", "wrong padding at byte 5"},
      {"base64", "Zm9v=", "wrong padding"},
      {"base64", "Zm9v====", "alphabet at byte 4"},
      {"base64", "Zg==Zg==", "alphabet at byte 2"},
      {"base64", "Z", "incomplete group at byte 1"},
      {"base64", "====", "alphabet at byte 0"},
      {"base64", "=", "wrong padding"},
      {"base64", "Zh==", "bits that are set at byte 1"},
      {"base64", "Zg==\0"sv, "alphabet at byte 2"},
      {"base64", "\xC3\xA9", "alphabet at byte 0"},
      {"base64url", "+/+/", "alphabet at byte 0"},
      {"base64url", "Zg=", "wrong padding"},
      {"base32", "MY", "wrong padding"},
      {"base32", "MZX=====", "incomplete group"},
      {"base32", "MZ======", "bits that are set"},
      {"base32", "M1======", "alphabet at byte 1"},
      {"base32hex", "CW======", "alphabet at byte 1"},
      {"base16", "666", "incomplete group at byte 3"},
      {"base16", "6G", "alphabet at byte 1"},
      {"base16", "66=", "wrong padding"},
      {"quoted-printable", "a=", "hexadecimal digits at byte 1"},
      {"quoted-printable", "a=3", "hexadecimal digits at byte 1"},
      {"quoted-printable", "a=3d", "hexadecimal digits at byte 1"},
      {"quoted-printable", "a=  ", "hexadecimal digits at byte 1"},
      {"quoted-printable", "a\nb", "must be encoded at byte 1"},
      {"quoted-printable", "a\rb", "must be encoded at byte 1"},
      {"quoted-printable", "caf\u00e9", "must be encoded at byte 3"},
      {"quoted-printable", "\x7f", "must be encoded at byte 0"},
      {"7bit", "caf\u00e9", "beyond ASCII at byte 3"},
      {"7bit", "a\0"sv, "NUL at byte 1"},
      {"8bit", "a\0"sv, "NUL at byte 1"},
  };
  for (const Refusal& refusal : kRefusals) {
    SCOPED_TRACE(testing::Message()
                 << refusal.encoding << ": " << Printable(refusal.text));
    const absl::Status status =
        DecodeContent(refusal.encoding, refusal.text).status();
    EXPECT_EQ(status.code(), absl::StatusCode::kInvalidArgument);
    EXPECT_NE(status.ToString().find(refusal.why), std::string::npos) << status;
  }
}

TEST(ContentEncodingTest, AnUnknownEncodingIsNotFound) {
  for (const std::string_view encoding :
       {"", "base", "base63", "base64 ", "gzip", "x-uuencode"}) {
    EXPECT_TRUE(absl::IsNotFound(DecodeContent(encoding, "").status()))
        << encoding;
  }
}

// Abseil's encoders are an independent oracle: what they write must read back.
TEST(ContentEncodingTest, ReadsWhatAnotherEncoderWrites) {
  constexpr unsigned kSeed = 20201202;
  SCOPED_TRACE(testing::Message() << "seed " << kSeed);
  std::mt19937 random(kSeed);
  for (size_t length = 0; length < 300; ++length) {
    std::string bytes;
    for (size_t i = 0; i < length; ++i) {
      bytes.push_back(static_cast<char>(random() & 0xFF));
    }
    EXPECT_EQ(*DecodeContent("base64", absl::Base64Escape(bytes)), bytes);
    EXPECT_EQ(*DecodeContent("base64url", absl::WebSafeBase64Escape(bytes)),
              bytes);
    EXPECT_EQ(*DecodeContent("base16", absl::BytesToHexString(bytes)), bytes);
  }
}

TEST(ContentMediaTypeTest, KnowsJsonByTypeAndSuffix) {
  for (const std::string_view media_type :
       {"application/json", "text/json", "Application/JSON",
        "application/schema+json", "application/vnd.api+json",
        "image/anything+json", "application/json; charset=utf-8",
        "application/json;charset=utf-8 ;version=\"1; \\\"two\\\"\"",
        " application/json "}) {
    EXPECT_TRUE(IsJsonMediaType(media_type)) << media_type;
  }
  for (const std::string_view media_type :
       {"",
        "json",
        "/json",
        "application/",
        "application",
        "image/json",
        "application/jsonl",
        "application/json-seq",
        "application/xml",
        "application/+json",
        "application/json+xml",
        "application/json/x",
        "application /json",
        "application/json charset=utf-8",
        "application/json;",
        "application/json; charset",
        "application/json; charset=",
        "application/json; charset=\"utf-8",
        "application/json; charset=\"utf-8\\",
        "application/json\n"}) {
    EXPECT_FALSE(IsJsonMediaType(media_type)) << media_type;
  }
  EXPECT_FALSE(IsJsonMediaType("application/json\0"sv));
}

}  // namespace
}  // namespace gabarit::format

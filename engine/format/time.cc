// Dates and times: RFC 3339 section 5.6, durations: its appendix A.

#include <cstddef>
#include <string_view>

#include "absl/strings/ascii.h"
#include "engine/format/checks.h"

namespace gabarit::format {
namespace {

constexpr int kMinutesPerDay = 24 * 60;

// Takes a number of exactly `digits` ASCII digits off the front of `text`, at
// most four. Returns -1 and leaves `text` as it is when there is none.
int TakeDigits(std::string_view& text, size_t digits) {
  if (text.size() < digits) return -1;
  int value = 0;
  for (const char digit : text.substr(0, digits)) {
    if (!absl::ascii_isdigit(static_cast<unsigned char>(digit))) return -1;
    value = value * 10 + (digit - '0');
  }
  text.remove_prefix(digits);
  return value;
}

bool TakeCharacter(std::string_view& text, char character) {
  if (text.empty() || text.front() != character) return false;
  text.remove_prefix(1);
  return true;
}

// Takes one or more digits, however many; false when there is none.
bool TakeDigitRun(std::string_view& text) {
  size_t length = 0;
  while (length < text.size() &&
         absl::ascii_isdigit(static_cast<unsigned char>(text[length]))) {
    ++length;
  }
  text.remove_prefix(length);
  return length > 0;
}

// Gregorian rules for every year, as section 5.7 and appendix C have them; RFC
// 3339 knows neither the Julian calendar nor the gap between the two.
int DaysInMonth(int year, int month) {
  constexpr int kDays[] = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
  const bool leap = (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
  return month == 2 && leap ? 29 : kDays[month - 1];
}

bool TakeFullDate(std::string_view& text) {
  const int year = TakeDigits(text, 4);
  if (year < 0 || !TakeCharacter(text, '-')) return false;
  const int month = TakeDigits(text, 2);
  if (month < 1 || month > 12 || !TakeCharacter(text, '-')) return false;
  const int day = TakeDigits(text, 2);
  return day >= 1 && day <= DaysInMonth(year, month);
}

// full-time: all of `text`.
bool IsFullTime(std::string_view text) {
  const int hour = TakeDigits(text, 2);
  if (hour < 0 || hour > 23 || !TakeCharacter(text, ':')) return false;
  const int minute = TakeDigits(text, 2);
  if (minute < 0 || minute > 59 || !TakeCharacter(text, ':')) return false;
  const int second = TakeDigits(text, 2);
  if (second < 0 || second > 60) return false;
  if (TakeCharacter(text, '.') && !TakeDigitRun(text)) return false;

  int offset = 0;
  if (text.size() == 1 && (text.front() == 'Z' || text.front() == 'z')) {
    text.remove_prefix(1);
  } else {
    const int sign = TakeCharacter(text, '+')   ? 1
                     : TakeCharacter(text, '-') ? -1
                                                : 0;
    if (sign == 0) return false;
    const int offset_hour = TakeDigits(text, 2);
    if (offset_hour < 0 || offset_hour > 23 || !TakeCharacter(text, ':')) {
      return false;
    }
    const int offset_minute = TakeDigits(text, 2);
    if (offset_minute < 0 || offset_minute > 59) return false;
    offset = sign * (offset_hour * 60 + offset_minute);
  }
  if (!text.empty()) return false;
  if (second < 60) return true;

  // A leap second is the last second of a day in UTC (section 5.7), so the
  // local time is 23:59:60 only at offset zero. Which days had one is not
  // asked: the list grows, and `time` has no day.
  const int utc = hour * 60 + minute - offset;
  return (utc + kMinutesPerDay) % kMinutesPerDay == kMinutesPerDay - 1;
}

// A row of duration components in which a following one may only be the very
// next unit: "1Y2M" and "2M3D" are rows, "1Y3D" is not. That is how appendix A
// nests dur-year in dur-month in dur-day. Takes at least one component.
bool TakeComponents(std::string_view& text, std::string_view units) {
  size_t allowed_from = 0;
  size_t allowed_to = units.size();
  bool any = false;
  while (!text.empty() &&
         absl::ascii_isdigit(static_cast<unsigned char>(text.front()))) {
    TakeDigitRun(text);
    if (text.empty()) return false;
    const size_t unit = units.find(text.front());
    if (unit == std::string_view::npos || unit < allowed_from ||
        unit >= allowed_to) {
      return false;
    }
    text.remove_prefix(1);
    allowed_from = unit + 1;
    allowed_to = unit + 2;
    any = true;
  }
  return any;
}

}  // namespace

bool IsDate(std::string_view text) {
  return TakeFullDate(text) && text.empty();
}

bool IsTime(std::string_view text) { return IsFullTime(text); }

bool IsDateTime(std::string_view text) {
  if (!TakeFullDate(text)) return false;
  // Lower case is allowed by section 5.6; the space it mentions "for the sake
  // of readability" is for applications to choose and not in the grammar.
  if (!TakeCharacter(text, 'T') && !TakeCharacter(text, 't')) return false;
  return IsFullTime(text);
}

bool IsDuration(std::string_view text) {
  if (!TakeCharacter(text, 'P')) return false;
  if (text.empty()) return false;
  if (text.front() == 'T') {
    text.remove_prefix(1);
    return TakeComponents(text, "HMS") && text.empty();
  }
  std::string_view weeks = text;
  if (TakeDigitRun(weeks) && weeks == "W") return true;
  if (!TakeComponents(text, "YMD")) return false;
  if (text.empty()) return true;
  return TakeCharacter(text, 'T') && TakeComponents(text, "HMS") &&
         text.empty();
}

}  // namespace gabarit::format

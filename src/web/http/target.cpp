#include "web/http/target.hpp"

#include "web/http/text.hpp"

#include <algorithm>
#include <optional>
#include <utility>

namespace ludex::web {
namespace {

constexpr TargetError kTooLong{414, "the address is longer than 8000 bytes"};
constexpr TargetError kNoPath{400, "the request target is not a path"};
constexpr TargetError kBadPercent{400, "'%' is not followed by two hexadecimal digits"};
constexpr TargetError kNotUtf8{400, "the address is not UTF-8"};
constexpr TargetError kControl{400, "the address holds a control character"};
constexpr TargetError kBadSegment{400, "the path has an empty, '.' or '..' segment"};

int hex_value(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return -1;
}

enum class Plus { is_plus, is_blank };

/// None where a '%' is not followed by two digits.
std::optional<std::string> percent_decoded(std::string_view raw, Plus plus) {
  std::string text;
  text.reserve(raw.size());
  for (std::size_t i = 0; i < raw.size(); ++i) {
    if (raw[i] == '%') {
      const int high = i + 2 < raw.size() ? hex_value(raw[i + 1]) : -1;
      const int low = i + 2 < raw.size() ? hex_value(raw[i + 2]) : -1;
      if (high < 0 || low < 0) return std::nullopt;
      text += static_cast<char>(high * 16 + low);
      i += 2;
    } else {
      text += raw[i] == '+' && plus == Plus::is_blank ? ' ' : raw[i];
    }
  }
  return text;
}

std::optional<TargetError> trouble_with(std::string_view text, ControlCharacters allowed) {
  if (!is_utf8(text)) return kNotUtf8;
  if (has_control_character(text, allowed)) return kControl;
  return std::nullopt;
}

bool has_bad_segment(std::string_view path) {
  path.remove_prefix(1);
  while (true) {
    const std::size_t end = path.find('/');
    const bool is_last = end == std::string_view::npos;
    const std::string_view segment = path.substr(0, end);
    if (segment == "." || segment == ".." || (segment.empty() && !is_last)) return true;
    if (is_last) return false;
    path.remove_prefix(end + 1);
  }
}

/// Removes `http://AUTHORITY` from an absolute-form target. False for another scheme.
bool take_authority(std::string_view& raw, std::string& authority) {
  constexpr std::string_view kScheme = "http://";
  if (raw.starts_with('/')) return true;
  if (!equal_without_case(raw.substr(0, kScheme.size()), kScheme)) return false;
  raw.remove_prefix(kScheme.size());
  const std::size_t end = std::min(raw.find_first_of("/?"), raw.size());
  authority = raw.substr(0, end);
  raw.remove_prefix(end);
  return !authority.empty();
}

bool is_plain(char c, std::string_view others) {
  return is_ascii_alphanumeric(c) || others.find(c) != std::string_view::npos;
}

void append_encoded(std::string_view text, std::string_view plain, std::string& out) {
  constexpr std::string_view kDigits = "0123456789ABCDEF";
  for (const char c : text) {
    if (is_plain(c, plain)) {
      out += c;
      continue;
    }
    const auto byte = static_cast<unsigned char>(c);
    out += '%';
    out += kDigits[byte >> 4];
    out += kDigits[byte & 15];
  }
}

}  // namespace

Expected<std::vector<Field>, TargetError> parse_query(std::string_view raw) {
  std::vector<Field> fields;
  while (!raw.empty()) {
    const std::size_t end = std::min(raw.find('&'), raw.size());
    const std::string_view part = raw.substr(0, end);
    raw.remove_prefix(std::min(end + 1, raw.size()));
    if (part.empty()) continue;
    const std::size_t equals = std::min(part.find('='), part.size());
    auto name = percent_decoded(part.substr(0, equals), Plus::is_blank);
    auto value = percent_decoded(part.substr(std::min(equals + 1, part.size())), Plus::is_blank);
    if (!name || !value) return kBadPercent;
    if (const auto trouble = trouble_with(*name, ControlCharacters::none)) return *trouble;
    if (const auto trouble = trouble_with(*value, ControlCharacters::of_text)) return *trouble;
    fields.push_back({std::move(*name), std::move(*value)});
  }
  return fields;
}

Expected<Target, TargetError> parse_target(std::string_view raw) {
  if (raw.size() > kMaxTargetBytes) return kTooLong;
  if (has_control_character(raw, ControlCharacters::none)) return kControl;
  if (raw.find('#') != std::string_view::npos) return kNoPath;
  Target target;
  if (!take_authority(raw, target.authority)) return kNoPath;
  const std::size_t question = raw.find('?');
  auto path = percent_decoded(raw.substr(0, question), Plus::is_plus);
  if (!path) return kBadPercent;
  if (path->empty()) *path = "/";  // http://localhost:8080?a=b
  if (const auto trouble = trouble_with(*path, ControlCharacters::none)) return *trouble;
  if (has_bad_segment(*path)) return kBadSegment;
  target.path = std::move(*path);
  if (question == std::string_view::npos) return target;
  auto parameters = parse_query(raw.substr(question + 1));
  if (!parameters) return parameters.error();
  target.parameters = *parameters;
  return target;
}

std::string to_target(std::string_view path, const std::vector<Field>& parameters) {
  constexpr std::string_view kPlain = "-._~";
  std::string target;
  append_encoded(path, "-._~/:@,", target);
  char separator = '?';
  for (const Field& parameter : parameters) {
    target += std::exchange(separator, '&');
    append_encoded(parameter.name, kPlain, target);
    target += '=';
    append_encoded(parameter.value, kPlain, target);
  }
  return target;
}

}  // namespace ludex::web

#include "core/ascii.hpp"
#include "formats/format_room.hpp"
#include "formats/splitter.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <string>

namespace ludex {

#define LUDEX_FORMAT(name, number) const FormatRoom& name##_format();
#include "formats/registry.def"
#undef LUDEX_FORMAT

namespace {

using RoomFunction = const FormatRoom& (*)();

constexpr std::array<RoomFunction, kFormatCount> kRooms = {
#define LUDEX_FORMAT(name, number) &name##_format,
#include "formats/registry.def"
#undef LUDEX_FORMAT
};

/// By what their first bytes prove, strongest first.
const std::array<Format, kFormatCount>& detection_order() {
  static const auto order = [] {
    std::array<Format, kFormatCount> formats = all_formats();
    std::ranges::stable_sort(formats, std::ranges::greater{},
                             [](Format format) { return room_of(format).evidence; });
    return formats;
  }();
  return order;
}

/// A file of SQLite, its journal or its log: they hold the texts of games that are stored in them.
bool is_database(std::string_view head) {
  return head.starts_with("SQLite format 3") ||
         head.starts_with("\xD9\xD5\x05\xF9\x20\xA1\x63\xD7") ||
         head.starts_with("\x37\x7F\x06\x82") || head.starts_with("\x37\x7F\x06\x83");
}

/// UTF-16 with every second byte dropped reads as ASCII where syntax is concerned.
std::string without_zero_bytes(std::string_view text) {
  std::string narrow(text);
  std::erase(narrow, '\0');
  return narrow;
}

/// In lower case, without the ending of what packed it.
std::string plain_name(std::string_view name) {
  for (const std::string_view ending : {".gz", ".bz2", ".xz", ".zst"}) {
    if (!name.ends_with(ending)) continue;
    name.remove_suffix(ending.size());
    break;
  }
  return to_lower(name);
}

}  // namespace

const FormatRoom& room_of(Format format) { return kRooms[static_cast<std::size_t>(format)](); }

std::optional<Format> find_format(std::string_view name) {
  for (const Format format : all_formats()) {
    if (format_name(format) == name) return format;
  }
  return std::nullopt;
}

std::string format_names() {
  std::string names;
  for (const Format format : all_formats()) {
    if (!names.empty()) names += ", ";
    names += format_name(format);
  }
  return names;
}

std::string no_record_found() {
  std::string names;
  for (const Format format : all_formats()) {
    const bool is_last = format == all_formats().back();
    if (!names.empty()) names += is_last ? " or " : ", ";
    for (const char c : format_name(format)) names += static_cast<char>(std::toupper(c));
  }
  return "no " + names + " record found (PGN and others are not read)";
}

std::string_view format_name(Format format) { return room_of(format).name; }
std::string_view format_title(Format format) { return room_of(format).title; }

std::unique_ptr<Splitter> make_splitter(Format format, const SplitOptions& options,
                                        std::string_view head) {
  return room_of(format).make_splitter(options, head);
}

std::unique_ptr<RecordReader> make_record_reader(Format format, const ReadOptions& options) {
  return room_of(format).make_reader(options);
}

std::optional<Format> detect_format(std::string_view head, std::string_view name) {
  if (is_database(head)) return std::nullopt;
  const std::string_view mark = mark_of(form_by_mark(head));
  const bool wide = !mark.empty();
  const std::string narrow = wide ? without_zero_bytes(head.substr(mark.size())) : "";
  const std::string_view text = without_utf8_mark(wide ? std::string_view(narrow) : head);
  for (const Format format : detection_order()) {
    if (room_of(format).holds(text)) return format;
  }
  const std::string ending = plain_name(name);
  for (const Format format : all_formats()) {
    const auto ends_so = [&](std::string_view known) { return ending.ends_with(known); };
    if (std::ranges::any_of(room_of(format).endings, ends_so)) return format;
  }
  return std::nullopt;
}

}  // namespace ludex

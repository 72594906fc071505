#include "formats/wthor/wthor_splitter.hpp"

#include "core/ascii.hpp"
#include "core/little_endian.hpp"
#include "formats/charset/charset.hpp"
#include "formats/text_lines.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace ludex {
namespace {

/// A name of a file as UTF-8. The lists are made in France: bytes that are no UTF-8 are Latin-1.
std::string utf8_name(std::string_view raw) {
  std::string name;
  append_utf8(is_utf8(raw) ? Charset::utf8 : Charset::windows_1252, raw, name);
  std::ranges::replace_if(
      name, [](char c) { return static_cast<unsigned char>(c) < ' '; }, ' ');
  return std::string(trimmed(name));
}

/// Number 0 of both lists stands for what is not known: "???", "Diverses parties".
std::string find_name(const std::optional<WthorNames>& names, std::size_t number) {
  if (!names || number == 0) return {};
  const auto raw = names->find(number);
  return raw ? utf8_name(*raw) : std::string();
}

std::optional<WthorNames> names_in(const std::vector<Companion>& companions,
                                   std::string_view ending, std::size_t name_bytes) {
  for (const Companion& file : companions) {
    if (to_lower(file.name).find(ending) == std::string::npos) continue;
    if (auto names = WthorNames::read(file.bytes, name_bytes)) return names;
  }
  return std::nullopt;
}

/// "key=value\n" where there is a value.
void append_line_of(std::string& lines, std::string_view key, std::string_view value) {
  if (!value.empty()) (((lines += key) += '=') += value) += '\n';
}

}  // namespace

WthorContext WthorContext::read(std::string_view lines) {
  WthorContext context;
  while (!lines.empty()) {
    const std::string_view line = take_line(lines);
    const std::size_t equals = std::min(line.find('='), line.size());
    const std::string_view key = line.substr(0, equals);
    const std::string_view value = line.substr(std::min(equals + 1, line.size()));
    if (key == "made") context.made = value;
    if (key == "year") context.year = find_number<int>(value).value_or(0);
    if (key == "depth") context.depth = find_number<int>(value).value_or(0);
    if (key == "names") context.has_names = true;
    if (key == "events") context.has_events = true;
    if (key == "black") context.black = value;
    if (key == "white") context.white = value;
    if (key == "event") context.event = value;
    if (key == "beyond") context.beyond = find_number<int>(value);
  }
  return context;
}

std::string WthorContext::lines() const {
  std::string lines;
  append_line_of(lines, "made", made);
  if (year != 0) append_line_of(lines, "year", std::to_string(year));
  if (depth != 0) append_line_of(lines, "depth", std::to_string(depth));
  if (has_names) append_line_of(lines, "names", "yes");
  if (has_events) append_line_of(lines, "events", "yes");
  append_line_of(lines, "black", black);
  append_line_of(lines, "white", white);
  append_line_of(lines, "event", event);
  if (beyond) append_line_of(lines, "beyond", std::to_string(*beyond));
  return lines;
}

WthorSplitter::WthorSplitter(const SplitOptions& options, std::string_view head)
    : WindowSplitter(options.start_offset_bytes, options.max_record_bytes),
      players_(names_in(options.companions, ".jou", kWthorPlayerBytes)),
      events_(names_in(options.companions, ".trn", kWthorEventBytes)) {
  if (offset_bytes_ > 0) read_header(head);
}

void WthorSplitter::finish(RecordSink& sink) {
  advance_to_end(sink);
  flush_junk(sink);
}

void WthorSplitter::read_header(std::string_view head) {
  const auto header = find_wthor_header(head);
  if (!header || header->is_solitaires || header->size != kWthorSide || header->names > 0) return;
  header_ = header;
  made_ = fmt::format("{:04}-{:02}-{:02}", header->made_year, header->made_month, header->made_day);
}

std::size_t WthorSplitter::advance(std::string_view window, bool final, RecordSink& sink) {
  std::size_t taken = 0;
  if (offset_bytes_ == 0) {
    if (window.size() < kWthorHeaderBytes && !final) return 0;
    read_header(window);
    taken = std::min(kWthorHeaderBytes, window.size());
    offset_bytes_ += taken;
  }
  if (!header_) {
    offset_bytes_ += window.size() - taken;
    return window.size();
  }
  // A whole game waits for the byte after it, which shows if it is the last.
  while (window.size() > taken + (final ? 0 : kWthorGameBytes)) {
    const std::string_view game = window.substr(taken, kWthorGameBytes);
    taken += game.size();
    give(game, final && taken == window.size(), sink);
  }
  return taken;
}

void WthorSplitter::give(std::string_view game, bool is_last, RecordSink& sink) {
  flush_junk(sink);
  const std::uint64_t number = (offset_bytes_ - kWthorHeaderBytes) / kWthorGameBytes;
  std::string context = context_of(game);
  if (number >= header_->games) context += fmt::format("beyond={}\n", header_->games);
  const bool is_cut = game.size() < kWthorGameBytes;
  const bool unclosed = is_cut || (is_last && number + 1 < header_->games);
  sink.record({.text = game,
               .offset_bytes = offset_bytes_,
               .unclosed = unclosed,
               .context = context,
               .open_end = unclosed});
  offset_bytes_ += game.size();
  junk_start_bytes_ = offset_bytes_;
}

std::string WthorSplitter::context_of(std::string_view game) const {
  WthorContext context;
  context.made = made_;
  context.year = header_->year;
  context.depth = header_->depth;
  context.has_names = players_.has_value();
  context.has_events = events_.has_value();
  if (game.size() == kWthorGameBytes) {
    const auto number = [&](std::size_t at) {
      return load_little<std::uint16_t>(game.data() + at);
    };
    context.event = find_name(events_, number(0));
    context.black = find_name(players_, number(2));
    context.white = find_name(players_, number(4));
  }
  return context.lines();
}

bool is_wthor(std::string_view head) {
  const auto header = find_wthor_header(head);
  if (!header || header->is_solitaires || header->size != kWthorSide || head[15] != '\0') {
    return false;
  }
  if (header->names > 0) return header->games == 0 && header->year == 0;
  return header->year > 0 && header->year < 10000;
}

}  // namespace ludex

#include "formats/sgf/sgf_splitter.hpp"

#include "core/ascii.hpp"
#include "formats/text_lines.hpp"
#include "formats/text_splitter.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace ludex {
namespace {

/// The meaning of a "(" outside records.
enum class SgfStart : std::uint8_t {
  none,
  bytes,
  wide,       ///< UTF-16: zero bytes between "(" and ";"
  undecided,  ///< more bytes are needed
};

/// Further than this after "(" nothing is looked for.
constexpr std::size_t kSgfStartReach = 64 * 1024;

constexpr std::size_t kJunkHead = 4096;
constexpr std::size_t kHeaderReach = 1024;  // identifier and value of a header without ";"

// What real files without the first ";" open with; Nihon Ki-in writes TE, RD and KO for EV, DT, KM.
constexpr std::array<std::string_view, 40> kHeaderIdents = {
    "AN", "AP", "BR", "BT", "CA", "CP", "DT", "EV", "FF", "GC", "GK", "GM", "GN", "HA",
    "ID", "KM", "KO", "LC", "LT", "ON", "OT", "PB", "PC", "PW", "RD", "RE", "RL", "RO",
    "RU", "SO", "ST", "SY", "SZ", "TC", "TE", "TM", "TT", "US", "WR", "WT"};

/// Reads on through a text that may end too early.
class Lookahead {
 public:
  explicit Lookahead(std::string_view text) : text_(text) {}
  [[nodiscard]] bool at_end() const { return at_ == text_.size(); }
  [[nodiscard]] char peek() const { return at_end() ? '\0' : text_[at_]; }
  char take() { return text_[at_++]; }
  [[nodiscard]] std::size_t position() const { return at_; }
  void skip_blanks() {
    while (!at_end() && is_blank(text_[at_])) ++at_;
  }
  [[nodiscard]] std::string take_folded_ident() {
    std::string folded;
    while (!at_end() && (is_upper(peek()) || is_lower(peek()))) {
      const char c = take();
      if (is_upper(c)) folded += c;
    }
    return folded;
  }
  /// After "[": moves past the "]" that ends the value.
  void skip_value() {
    while (!at_end()) {
      const char c = take();
      if (c == ']') return;
      if (c == '\\' && !at_end()) take();
    }
  }

 private:
  std::string_view text_;
  std::size_t at_ = 0;
};

// A header property with its value, and then a node or another property. nullopt: ended too early.
std::optional<bool> is_header(std::string_view text) {
  Lookahead ahead(text);
  if (!is_upper(ahead.peek())) return false;
  const std::string ident = ahead.take_folded_ident();
  if (ahead.at_end()) return std::nullopt;
  if (ahead.take() != '[') return false;
  if (!std::ranges::binary_search(kHeaderIdents, ident)) return false;
  ahead.skip_value();
  ahead.skip_blanks();
  if (ahead.at_end()) return std::nullopt;
  if (ahead.peek() == ';') return true;
  const bool is_property = !ahead.take_folded_ident().empty();
  if (ahead.at_end()) return std::nullopt;  // its capitals may be still to come
  return is_property && ahead.peek() == '[';
}

SgfStart judge_header(std::string_view text, bool final) {
  const std::optional<bool> header = is_header(text.substr(0, kHeaderReach));
  if (header) return *header ? SgfStart::bytes : SgfStart::none;
  return final || text.size() >= kHeaderReach ? SgfStart::none : SgfStart::undecided;
}

/// Judges text, which starts with "(". \param final no more bytes will come: never undecided.
SgfStart judge_sgf_start(std::string_view text, bool final) {
  const std::string_view reach = text.substr(0, kSgfStartReach);
  const auto next = std::find_if_not(reach.begin() + 1, reach.end(), is_blank);
  if (next == reach.end()) {
    return final || reach.size() == kSgfStartReach ? SgfStart::none : SgfStart::undecided;
  }
  const auto at = static_cast<std::size_t>(next - reach.begin());
  if (*next != ';') return judge_header(text.substr(at), final);
  if (text[1] != '\0' || at % 2 != 0) return SgfStart::bytes;
  if (at + 1 < text.size()) return text[at + 1] == '\0' ? SgfStart::wide : SgfStart::bytes;
  return final ? SgfStart::bytes : SgfStart::undecided;
}

/// The place after the "]" that ends the value begun at `open`; npos: nothing ends it.
std::size_t after_value(std::string_view text, std::size_t open) {
  std::size_t at = open + 1;
  while ((at = text.find_first_of("]\\", at)) != std::string_view::npos) {
    if (text[at] == ']') return at + 1;
    at += 2;
  }
  return at;
}

/// What looks like another format in a record that is not closed, which takes what follows it for a
/// part of itself: between its values, and in a value that does not end.
std::optional<ForeignText> find_foreign_in_open_tree(std::string_view tree) {
  constexpr std::string_view kBreaks = "\r\n";
  for (std::size_t at = 0; at < tree.size();) {
    const std::size_t open = std::min(tree.find('[', at), tree.size());
    const std::size_t after = open < tree.size() ? after_value(tree, open) : tree.size();
    const bool value_ends = after != std::string_view::npos;
    if (!value_ends || tree.substr(at, open - at).find_first_of(kBreaks) != tree.npos) {
      // The last line continues after its "[", because CGP has brackets too.
      const std::size_t end = value_ends ? tree.find_first_of(kBreaks, open) : tree.npos;
      if (const auto found = find_foreign_text(tree.substr(at, end - at), Format::sgf)) {
        return ForeignText{found->format, at + found->offset};
      }
    }
    at = value_ends ? after : tree.size();
  }
  return std::nullopt;
}

}  // namespace

SgfSplitter::SgfSplitter(std::uint64_t start_offset_bytes, std::size_t max_record_bytes)
    : WindowSplitter(start_offset_bytes, max_record_bytes) {}

void SgfSplitter::finish(RecordSink& sink) {
  advance_to_end(sink);
  flush_junk(sink);
}

std::size_t SgfSplitter::advance(std::string_view window, bool final, RecordSink& sink) {
  std::size_t taken = 0;
  while (true) {
    const std::string_view rest = window.substr(taken);
    const Place place = place_;
    std::size_t count = 0;
    switch (place) {
      case Place::junk:
        count = skip_junk(rest, final);
        if (place_ == Place::record) flush_junk(sink);
        break;
      case Place::record:
        count = take_record(rest, final, sink);
        break;
      case Place::oversize:
        count = take_oversize(rest, final, sink);
        break;
    }
    taken += count;
    if (place_ == place && (count == 0 || place == Place::junk || place == Place::oversize)) break;
  }
  return taken;
}

std::size_t SgfSplitter::skip_junk(std::string_view window, bool final) {
  for (std::size_t at = 0; (at = window.find('(', at)) != std::string_view::npos; ++at) {
    switch (judge_sgf_start(window.substr(at), final)) {
      case SgfStart::none:
        break;
      case SgfStart::bytes:
        return open_record(window, at, false);
      case SgfStart::wide:
        return open_record(window, at, true);
      case SgfStart::undecided: {
        const std::size_t kept = at > 0 && window[at - 1] == '\0' ? at - 1 : at;
        return pass_junk(window.substr(0, kept));
      }
    }
  }
  // A zero byte may be the first half of a UTF-16BE "(".
  const bool keep_zero = !final && !window.empty() && window.back() == '\0';
  return pass_junk(window.substr(0, window.size() - (keep_zero ? 1 : 0)));
}

std::size_t SgfSplitter::pass_junk(std::string_view junk) {
  offset_bytes_ += junk.size();
  junk_head_ += junk.substr(0, kJunkHead - junk_head_.size());
  return junk.size();
}

// UTF-16 after an odd number of bytes is big-endian: its "(" is the second byte of a unit.
std::size_t SgfSplitter::open_record(std::string_view window, std::size_t paren, bool wide) {
  const bool odd = (offset_bytes_ + paren - junk_start_bytes_) % 2 != 0;
  const bool big_endian = wide && odd && paren > 0 && window[paren - 1] == '\0';
  const std::size_t start = big_endian ? paren - 1 : paren;
  pass_junk(window.substr(0, start));
  record_offset_bytes_ = offset_bytes_;
  place_ = Place::record;
  scan_ = SgfRecordScan(!wide        ? TextForm::bytes
                        : big_endian ? TextForm::utf16be
                                     : TextForm::utf16le);
  return start;
}

std::size_t SgfSplitter::take_record(std::string_view window, bool final, RecordSink& sink) {
  const std::string_view text = window.substr(0, max_record_bytes_);
  bool ended = scan_.advance(text);
  const bool too_long = !ended && window.size() > max_record_bytes_;
  if (too_long || (!ended && final)) {
    scan_.settle();
    ended = scan_.ended();
  }
  if (!ended && too_long) {
    place_ = Place::oversize;
    return 0;
  }
  if (!ended && !final) return 0;
  const bool closed = ended && scan_.closed();
  std::size_t length = ended ? scan_.end() : text.size();
  if (!closed) {
    const TextWindow open(text.substr(0, length), scan_.form());
    const bool odd = length % open.width_bytes() != 0;  // half a character belongs to the record
    if (!odd) length = open.without_trailing_blanks(open.size()) * open.width_bytes();
  }
  give_record(text.substr(0, length), closed, sink);
  close_record(length);
  return length;
}

std::size_t SgfSplitter::take_oversize(std::string_view window, bool final, RecordSink& sink) {
  const bool ended = scan_.advance(window);
  const std::size_t length = ended ? scan_.end() : final ? window.size() : scan_.releasable();
  if (length > 0 || ended || final) {
    sink.oversize_piece(window.substr(0, length), record_offset_bytes_, ended || final);
  }
  if (ended || final) {
    close_record(length);
  } else {
    offset_bytes_ += length;
    scan_.rebase(length);
  }
  return length;
}

void SgfSplitter::give_record(std::string_view text, bool closed, RecordSink& sink) {
  const FoundRecord found{.text = text,
                          .offset_bytes = record_offset_bytes_,
                          .form = scan_.form(),
                          .unclosed = !closed};
  if (!closed && !is_wide(found.form)) {
    note_foreign(found, find_foreign_in_open_tree(text), sink);
  }
  sink.record(found);
}

void SgfSplitter::close_record(std::size_t length) {
  offset_bytes_ += length;
  junk_start_bytes_ = offset_bytes_;
  place_ = Place::junk;
}

void SgfSplitter::flush_junk(RecordSink& sink) {
  const bool has_text = offset_bytes_ > junk_start_bytes_ &&
                        junk_head_.find_first_not_of("\r\n") != std::string::npos;
  if (const auto found = has_text ? find_foreign_text(junk_head_, Format::sgf) : std::nullopt) {
    const std::uint64_t start = junk_start_bytes_ + found->offset;
    sink.foreign(found->format, start, offset_bytes_ - start);
  }
  Splitter::flush_junk(sink);
  junk_head_.clear();
}

}  // namespace ludex

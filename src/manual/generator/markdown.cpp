#include "manual/generator/markdown.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <optional>
#include <stdexcept>

namespace ludex::manual {
namespace {

/// Reads the spans of a text.
class SpanReader {
 public:
  explicit SpanReader(std::string_view text) : text_(text) {}

  std::vector<Span> read() {
    while (at_ < text_.size()) {
      if (!read_special()) plain_ += text_[at_++];
    }
    end_plain();
    return std::move(spans_);
  }

 private:
  bool read_special() {
    const std::string_view rest = text_.substr(at_);
    if (rest.starts_with('\\') && rest.size() > 1) {
      plain_ += rest[1];
      at_ += 2;
      return true;
    }
    return read_between("`", Span::Kind::code) || read_between("**", Span::Kind::strong) ||
           read_between("*", Span::Kind::emphasis) || read_link() || read_page();
  }

  bool read_between(std::string_view mark, Span::Kind kind) {
    if (!text_.substr(at_).starts_with(mark)) return false;
    const std::size_t begin = at_ + mark.size();
    std::size_t end = begin;
    std::string inside;
    while (end < text_.size() && !text_.substr(end).starts_with(mark)) {
      if (text_[end] == '\\' && kind != Span::Kind::code && end + 1 < text_.size()) ++end;
      inside += text_[end++];
    }
    if (end >= text_.size() || inside.empty()) return false;
    add({kind, inside});
    at_ = end + mark.size();
    return true;
  }

  bool read_link() {
    const std::string_view rest = text_.substr(at_);
    if (!rest.starts_with('[')) return false;
    const std::size_t middle = rest.find(']');
    const std::size_t end = rest.find(')', middle);
    if (end == std::string_view::npos || rest[middle + 1] != '(') return false;
    add({Span::Kind::link, std::string(rest.substr(1, middle - 1)),
         std::string(rest.substr(middle + 2, end - middle - 2))});
    at_ += end + 1;
    return true;
  }

  /// ludex-sql(7)
  bool read_page() {
    const std::string_view rest = text_.substr(at_);
    if (!rest.starts_with("ludex")) return false;
    const std::size_t open = rest.find_first_not_of("abcdefghijklmnopqrstuvwxyz-");
    if (open == std::string_view::npos || open + 2 >= rest.size()) return false;
    const bool is_page = rest[open] == '(' && (rest[open + 1] == '1' || rest[open + 1] == '7') &&
                         rest[open + 2] == ')';
    if (!is_page) return false;
    add({Span::Kind::page, std::string(rest.substr(0, open)), std::string(1, rest[open + 1])});
    at_ += open + 3;
    return true;
  }

  void add(Span span) {
    end_plain();
    spans_.push_back(std::move(span));
  }

  void end_plain() {
    if (!plain_.empty()) spans_.push_back({Span::Kind::plain, std::move(plain_)});
    plain_.clear();
  }

  std::string_view text_;
  std::size_t at_ = 0;
  std::string plain_;
  std::vector<Span> spans_;
};

std::string_view trimmed(std::string_view text) {
  while (text.starts_with(' ')) text.remove_prefix(1);
  while (text.ends_with(' ')) text.remove_suffix(1);
  return text;
}

/// The cells of `| a | b \| c |`.
std::vector<std::string> cells_of(std::string_view line) {
  line = trimmed(line);
  line.remove_prefix(1);
  if (line.ends_with('|') && !line.ends_with("\\|")) line.remove_suffix(1);
  std::vector<std::string> cells;
  std::string cell;
  for (std::size_t i = 0; i < line.size(); ++i) {
    if (line[i] == '\\' && line.substr(i + 1).starts_with('|')) {
      cell += line[++i];
    } else if (line[i] == '|') {
      cells.emplace_back(trimmed(cell));
      cell.clear();
    } else {
      cell += line[i];
    }
  }
  cells.emplace_back(trimmed(cell));
  return cells;
}

bool is_rule(const std::vector<std::string>& cells) {
  return std::ranges::all_of(cells, [](const std::string& cell) {
    return !cell.empty() && cell.find_first_not_of("-:") == std::string::npos;
  });
}

/// Reads the blocks of a document, line by line.
class BlockReader {
 public:
  explicit BlockReader(std::string_view text) : rest_(text) {}

  std::vector<Block> read() {
    while (next_line()) {
      if (line_.starts_with("<!--")) {
        skip_comment();
      } else if (line_.starts_with("```")) {
        read_code();
      } else if (line_.starts_with("### ")) {
        blocks_.push_back({.kind = Block::Kind::subsection, .text = std::string(line_.substr(4))});
      } else if (line_.starts_with("## ")) {
        blocks_.push_back({.kind = Block::Kind::section, .text = std::string(line_.substr(3))});
      } else if (line_.starts_with('#')) {
        refuse("a heading of this level is not used");
      } else {
        read_text();
      }
    }
    return std::move(blocks_);
  }

 private:
  bool next_line() {
    if (rest_.empty()) return false;
    const std::size_t end = rest_.find('\n');
    was_blank_ = line_.empty();
    line_ = rest_.substr(0, end);
    rest_.remove_prefix(end == std::string_view::npos ? rest_.size() : end + 1);
    ++number_;
    return true;
  }

  [[noreturn]] void refuse(const char* what) const {
    throw std::runtime_error(fmt::format("line {}: {}", number_, what));
  }

  void skip_comment() {
    while (line_.find("-->") == std::string_view::npos) {
      if (!next_line()) refuse("the comment does not end");
    }
    line_ = {};
  }

  void read_code() {
    Block code{.kind = Block::Kind::code};
    while (true) {
      if (!next_line()) refuse("the code does not end");
      if (line_ == "```") break;
      code.text.append(line_).append("\n");
    }
    blocks_.push_back(std::move(code));
    line_ = {};
  }

  /// The last block, if the line goes on with it.
  Block* open_block(Block::Kind kind) {
    const bool goes_on = !was_blank_ && !blocks_.empty() && blocks_.back().kind == kind;
    return goes_on ? &blocks_.back() : nullptr;
  }

  Block& block_of(Block::Kind kind) {
    if (Block* const open = open_block(kind)) return *open;
    return blocks_.emplace_back(Block{.kind = kind});
  }

  void read_text() {
    if (line_.empty()) return;
    if (line_.starts_with('|')) {
      auto cells = cells_of(line_);
      Block& table = block_of(Block::Kind::table);
      if (!is_rule(cells)) table.rows.push_back(std::move(cells));
    } else if (line_.starts_with("- ")) {
      block_of(Block::Kind::list).items.emplace_back(line_.substr(2));
    } else if (Block* const list = open_block(Block::Kind::list)) {
      list->items.back().append(" ").append(trimmed(line_));
    } else {
      Block& paragraph = block_of(Block::Kind::paragraph);
      if (!paragraph.text.empty()) paragraph.text += ' ';
      paragraph.text += trimmed(line_);
    }
  }

  std::string_view rest_, line_;
  bool was_blank_ = true;
  int number_ = 0;
  std::vector<Block> blocks_;
};

}  // namespace

std::vector<Span> spans_of(std::string_view text) { return SpanReader(text).read(); }

std::vector<Block> parse_markdown(std::string_view text) { return BlockReader(text).read(); }

std::string escaped_markdown(std::string_view text) {
  std::string escaped;
  for (const char c : text) {
    if (std::string_view("\\`*[").find(c) != std::string_view::npos) escaped += '\\';
    escaped += c;
  }
  return escaped;
}

}  // namespace ludex::manual

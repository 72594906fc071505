#include "manual/generator/roff.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cstddef>

namespace ludex::manual {
namespace {

/// Text whose characters roff prints as they are. In code a hyphen is a minus sign, which can be
/// copied and where no line is broken.
std::string escaped(std::string_view text, bool is_code) {
  std::string out;
  for (const char c : text) {
    switch (c) {
      case '\\':
        out += "\\e";
        break;
      case '-':
        out += is_code ? "\\-" : "-";
        break;
      case '\'':
        out += "\\(aq";
        break;
      case '`':
        out += "\\(ga";
        break;
      case '^':
        out += "\\(ha";
        break;
      case '~':
        out += "\\(ti";
        break;
      default:
        out += c;
    }
  }
  return out;
}

std::string in_font(char font, const std::string& text) {
  return fmt::format("\\f{}{}\\fR", font, text);
}

/// The addresses of pages and files are left out: a terminal has no links.
std::string with_address(const Span& span) {
  const std::string text = escaped(span.text, false);
  return span.target.starts_with("http") ? fmt::format("{} <{}>", text, escaped(span.target, true))
                                         : text;
}

void replace_all(std::string& text, std::string_view what, std::string_view with) {
  for (std::size_t at = text.find(what); at != std::string::npos;
       at = text.find(what, at + with.size())) {
    text.replace(at, what.size(), with);
  }
}

std::string inline_text(std::string_view markdown) {
  std::string out;
  for (const Span& span : spans_of(markdown)) {
    switch (span.kind) {
      case Span::Kind::plain:
        out += escaped(span.text, false);
        break;
      case Span::Kind::code:
      case Span::Kind::strong:
        out += in_font('B', escaped(span.text, true));
        break;
      case Span::Kind::emphasis:
        out += in_font('I', escaped(span.text, true));
        break;
      case Span::Kind::link:
        out += with_address(span);
        break;
      case Span::Kind::page:
        out += in_font('B', escaped(span.text, true)) + '(' + span.target + ')';
        break;
    }
  }
  replace_all(out, "\u00A0", "\\~");  // a blank where no line is broken
  return out;
}

/// A line that begins like a macro is protected.
std::string protected_line(std::string line) {
  if (line.starts_with('.') || line.starts_with('\'')) line.insert(0, "\\&");
  return line + '\n';
}

/// Text in lines of at most 78 bytes, where it has blanks.
std::string wrapped(std::string_view text) {
  constexpr std::size_t kColumns = 78;
  std::string out, line;
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(' '), text.size());
    if (!line.empty() && line.size() + 1 + end > kColumns) {
      out += protected_line(std::move(line));
      line.clear();
    }
    if (!line.empty()) line += ' ';
    line += text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return line.empty() ? out : out + protected_line(line);
}

std::string prose(std::string_view markdown) { return wrapped(inline_text(markdown)); }

std::string upper(std::string_view text) {
  std::string out(text);
  std::ranges::transform(out, out.begin(), [](char c) {
    return static_cast<char>(std::toupper(static_cast<unsigned char>(c)));
  });
  return out;
}

class RoffWriter {
 public:
  void write(const std::vector<Block>& blocks) {
    for (const Block& block : blocks) write(block);
  }
  [[nodiscard]] std::string take() { return std::move(out_); }

 private:
  void write(const Block& block) {
    switch (block.kind) {
      case Block::Kind::section:
        heading("SH", block.text);
        break;
      case Block::Kind::subsection:
        heading("SS", block.text);
        break;
      case Block::Kind::paragraph:
        begin_paragraph();
        out_ += prose(block.text);
        break;
      case Block::Kind::code:
        write_code(block.text);
        break;
      case Block::Kind::list:
        for (const std::string& item : block.items) {
          out_ += ".IP \\(bu 2\n" + prose(item);
        }
        after_heading_ = false;
        break;
      case Block::Kind::table:
        write_table(block.rows);
        break;
      case Block::Kind::definitions:
        for (const Definition& definition : block.definitions) write_definition(definition);
        break;
    }
  }

  void heading(const char* macro, const std::string& title) {
    out_ += fmt::format(".{} {}\n", macro, inline_text(title));
    after_heading_ = true;
  }

  void begin_paragraph() {
    if (!after_heading_) out_ += in_definition_ ? ".IP\n" : ".PP\n";
    after_heading_ = false;
  }

  void write_code(std::string_view code) {
    begin_paragraph();
    if (!in_definition_) out_ += ".RS 2\n";
    out_ += ".EX\n";
    while (!code.empty()) {
      const std::size_t end = code.find('\n');
      out_ += protected_line(escaped(code.substr(0, end), true));
      code.remove_prefix(end + 1);
    }
    out_ += in_definition_ ? ".EE\n" : ".EE\n.RE\n";
  }

  /// A terminal is too narrow for tables: the first cell of a row is a term, the second what is
  /// said about it, and further ones follow after their titles, unless they are a dash.
  void write_table(const std::vector<std::vector<std::string>>& rows) {
    for (std::size_t row = 1; row < rows.size(); ++row) {
      std::string text = rows[row].size() > 1 ? rows[row][1] : "";
      for (std::size_t cell = 2; cell < rows[row].size(); ++cell) {
        if (rows[row][cell].empty() || rows[row][cell] == "-") continue;
        if (!text.empty() && !text.ends_with('.')) text += '.';
        text += fmt::format(" *{}*: {}", rows[0].at(cell), rows[row][cell]);
      }
      write_definition({rows[row][0], {{.kind = Block::Kind::paragraph, .text = text}}});
    }
  }

  void write_definition(const Definition& definition) {
    const bool is_nested = in_definition_;
    if (is_nested) out_ += ".RS\n";
    out_ += ".TP\n" + protected_line(inline_text(definition.term));
    in_definition_ = true;
    after_heading_ = true;  // the text follows the term at once
    write(definition.body);
    in_definition_ = is_nested;
    after_heading_ = false;
    if (is_nested) out_ += ".RE\n";
  }

  std::string out_;
  bool after_heading_ = false;
  bool in_definition_ = false;
};

}  // namespace

std::string roff_of(const Page& page, const Edition& edition) {
  const std::string head = fmt::format(
      ".\\\" Made from src/manual/ and the tables of options.\n"  // then: no hyphenation
      ".nr HY 0\n.TH {} {} {} \"Ludex {}\" \"Ludex manual\"\n.ad l\n"
      ".SH NAME\n{} \\- {}\n",
      escaped(upper(page.name), true), page.section, edition.date, edition.version,
      escaped(page.name, true), inline_text(page.title));
  RoffWriter writer;
  writer.write(page.blocks);
  return head + writer.take();
}

}  // namespace ludex::manual

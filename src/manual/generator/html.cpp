#include "manual/generator/html.hpp"

#include <fmt/format.h>

#include <string_view>
#include <utility>

namespace ludex::manual {
namespace {

std::string escaped_html(std::string_view text) {
  std::string out;
  for (const char c : text) {
    if (c == '&' || c == '<' || c == '>' || c == '"') {
      out += fmt::format("&#{};", static_cast<int>(c));
    } else {
      out += c;
    }
  }
  return out;
}

std::string element(std::string_view tag, const std::string& inside) {
  return fmt::format("<{0}>{1}</{0}>", tag, inside);
}

std::string inline_html(std::string_view markdown) {
  std::string out;
  for (const Span& span : spans_of(markdown)) {
    const std::string text = escaped_html(span.text);
    switch (span.kind) {
      case Span::Kind::plain:
        out += text;
        break;
      case Span::Kind::code:
        out += element("code", text);
        break;
      case Span::Kind::strong:
        out += element("b", text);
        break;
      case Span::Kind::emphasis:
        out += element("i", text);
        break;
      case Span::Kind::link:
        out += fmt::format("<a href=\"{}\">{}</a>", escaped_html(span.target), text);
        break;
      case Span::Kind::page:
        out += fmt::format("<a href=\"{0}.{1}\">{0}({1})</a>", text, span.target);
        break;
    }
  }
  return out;
}

std::string html_of_blocks(const std::vector<Block>& blocks);

/// "EXIT STATUS" as "exit-status".
std::string anchor_of(std::string_view title) {
  std::string anchor;
  for (const char c : title) {
    const bool is_upper = c >= 'A' && c <= 'Z';
    const bool is_kept = (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
    if (is_upper || is_kept) {
      anchor += is_upper ? static_cast<char>(c - 'A' + 'a') : c;
    } else if (!anchor.empty() && !anchor.ends_with('-')) {
      anchor += '-';
    }
  }
  while (anchor.ends_with('-')) anchor.pop_back();
  return anchor;
}

/// "EXIT STATUS" as "Exit status"; titles with small letters stay.
std::string heading_text(std::string_view title) {
  std::string text(title);
  for (const char c : title) {
    if (c >= 'a' && c <= 'z') return text;
  }
  for (std::size_t i = 1; i < text.size(); ++i) {
    if (text[i] >= 'A' && text[i] <= 'Z') text[i] = static_cast<char>(text[i] - 'A' + 'a');
  }
  return text;
}

std::string heading(const char* tag, const std::string& title) {
  return fmt::format("<{0} id=\"{1}\">{2}</{0}>\n", tag, anchor_of(title),
                     inline_html(heading_text(title)));
}

std::string table(const std::vector<std::vector<std::string>>& rows) {
  std::string out = "<div class=\"wide\"><table>\n";
  for (std::size_t row = 0; row < rows.size(); ++row) {
    std::string cells;
    for (const std::string& cell : rows[row]) {
      cells += element(row == 0 ? "th" : "td", inline_html(cell));
    }
    out += element("tr", cells) + '\n';
  }
  return out + "</table></div>\n";
}

std::string html_of_block(const Block& block) {
  std::string out;
  switch (block.kind) {
    case Block::Kind::section:
      return heading("h2", block.text);
    case Block::Kind::subsection:
      return heading("h3", block.text);
    case Block::Kind::paragraph:
      return element("p", inline_html(block.text)) + '\n';
    case Block::Kind::code:
      return element("pre", escaped_html(block.text)) + '\n';
    case Block::Kind::list:
      for (const std::string& item : block.items) out += element("li", inline_html(item)) + '\n';
      return element("ul", out) + '\n';
    case Block::Kind::table:
      return table(block.rows);
    case Block::Kind::definitions:
      for (const Definition& definition : block.definitions) {
        out += element("dt", inline_html(definition.term)) + '\n' +
               element("dd", html_of_blocks(definition.body)) + '\n';
      }
      return element("dl", out) + '\n';
  }
  return out;
}

std::string html_of_blocks(const std::vector<Block>& blocks) {
  std::string out;
  for (const Block& block : blocks) out += html_of_block(block);
  return out;
}

}  // namespace

std::string html_of(const Page& page) {
  const std::string name =
      page.section.empty() ? page.title : fmt::format("{}({})", page.name, page.section);
  const std::string title =
      page.section.empty() ? "" : element("p", inline_html(page.title)) + '\n';
  return element("h1", escaped_html(name)) + '\n' + title + html_of_blocks(page.blocks);
}

std::string embedded_pages(const std::vector<Page>& pages) {
  std::string entries;
  for (const Page& page : pages) {
    entries += fmt::format("    {{\"{}\", R\"LUDEX_PAGE({})LUDEX_PAGE\"}},\n", page.file_name(),
                           html_of(page));
  }
  return "#include \"web/manual_pages.hpp\"\n\nnamespace ludex::web {\n\n"
         "std::span<const ManualPage> manual_pages() {\n"
         "  static constexpr ManualPage kPages[] = {\n" +
         entries + "  };\n  return kPages;\n}\n\n}  // namespace ludex::web\n";
}

}  // namespace ludex::manual

#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace ludex::manual {

/// A piece of running text.
struct Span {
  enum class Kind { plain, code, strong, emphasis, link, page };
  Kind kind = Kind::plain;
  std::string text;
  std::string target{};  ///< of a link: its address; of a page: its section, "7"
};

/// Reads `code`, **strong**, *emphasis*, [text](address), and names of pages such as ludex-sql(7).
/// A backslash protects the character after it.
[[nodiscard]] std::vector<Span> spans_of(std::string_view text);

struct Block;

/// A term and what is said about it.
struct Definition {
  std::string term;
  std::vector<Block> body;
};

/// A part of a document. Texts are Markdown, except in code.
struct Block {
  enum class Kind { section, subsection, paragraph, code, list, table, definitions };
  Kind kind = Kind::paragraph;
  std::string text{};                            ///< of a section, its title
  std::vector<std::string> items{};              ///< of a list
  std::vector<std::vector<std::string>> rows{};  ///< of a table; the first is its head
  std::vector<Definition> definitions{};
};

/// Reads the Markdown that the manual uses: sections (##), subsections (###), paragraphs, fenced
/// code, lists (-), tables (|). Comments (<!-- -->) are left out.
/// \throws std::runtime_error with the number of a line that is not understood
[[nodiscard]] std::vector<Block> parse_markdown(std::string_view text);

/// The text as Markdown that shows it as it is.
[[nodiscard]] std::string escaped_markdown(std::string_view text);

}  // namespace ludex::manual

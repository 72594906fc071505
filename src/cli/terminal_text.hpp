#pragma once

#include <string>
#include <string_view>

namespace ludex::cli {

/// Makes the bytes of records and names harmless for the terminal that shows them: none can move
/// its cursor, change its colors or title, or reorder what a line says. Line feeds and tabs stay,
/// and a carriage return before a line feed. Other control characters become their pictures (`␛`),
/// marks of writing direction and bytes that are not UTF-8 become U+FFFD.
class TerminalText {
 public:
  /// Appends what can be shown so far; characters may be divided between calls.
  void append(std::string_view bytes, std::string& out);
  /// Appends the rest. The next call begins a new text.
  void finish(std::string& out);

 private:
  std::string open_;  // the beginning of a character, or a carriage return
};

}  // namespace ludex::cli

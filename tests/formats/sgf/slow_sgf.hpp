#pragma once

#include <cctype>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace ludex::test {

/// A node exactly as in the text, for comparison with the real parser.
struct SlowNode {
  int parent = -1;
  std::vector<std::pair<std::string, std::vector<std::string>>> properties;  ///< values as written
  friend bool operator==(const SlowNode&, const SlowNode&) = default;
};
using SlowTree = std::vector<SlowNode>;

/// The text between "[" and the next unescaped "]"; moves past the "]".
inline std::string take_value(std::string_view text, std::size_t& at) {
  std::string value;
  for (++at; text.at(at) != ']'; ++at) {
    value += text.at(at);
    if (text.at(at) == '\\') value += text.at(++at);
  }
  ++at;
  return value;
}

inline void add_value(SlowNode& node, const std::string& ident, const std::string& value) {
  for (auto& [name, values] : node.properties) {
    if (name == ident) return values.push_back(value);
  }
  node.properties.push_back({ident, {value}});
}

/// From "(" to its ")"; moves past it.
inline SlowTree take_tree(std::string_view text, std::size_t& at) {
  SlowTree tree;
  std::vector<int> open;  // for each "(" the node before it
  int current = -1;
  std::string ident;
  do {
    const char c = text.at(at);
    if (c == '[') {
      add_value(tree.back(), ident, take_value(text, at));
      continue;
    }
    if (c == '(') open.push_back(current);
    if (c == ')') {
      current = open.back();
      open.pop_back();
    }
    if (c == ';') {
      tree.push_back({current, {}});
      current = static_cast<int>(tree.size()) - 1;
    }
    const bool is_letter = std::isalpha(static_cast<unsigned char>(c)) != 0;
    if (is_letter && (at == 0 || std::isalpha(static_cast<unsigned char>(text[at - 1])) == 0)) {
      ident.clear();
    }
    if (is_letter) ident += c;
    ++at;
  } while (!open.empty());
  return tree;
}

/// The trees of a text of FF[4], read character by character with the grammar beside it:
///     GameTree = "(" Sequence { GameTree } ")"   Node = ";" { Property }
///     Property = Ident "[" Value "]" { "[" Value "]" }
/// Between trees everything is passed over up to the next "(;". \pre nothing in the text is broken
inline std::vector<SlowTree> read_slowly(std::string_view text) {
  std::vector<SlowTree> trees;
  for (std::size_t at = text.find("(;"); at != std::string_view::npos; at = text.find("(;", at)) {
    trees.push_back(take_tree(text, at));
  }
  return trees;
}

/// FF[4], Text: what a value means.
inline std::string mean_slowly(std::string_view value) {
  std::string text;
  for (std::size_t at = 0; at < value.size(); ++at) {
    const bool is_protected = value[at] == '\\';
    if (is_protected && ++at == value.size()) break;
    const std::string_view two = value.substr(at, 2);
    if (two == "\r\n" || two == "\n\r") ++at;
    const char c = value[at];
    if (c == '\n' || c == '\r') {
      if (!is_protected) text += '\n';
    } else {
      text += c == '\t' || c == '\v' || c == '\f' ? ' ' : c;
    }
  }
  return text;
}

}  // namespace ludex::test

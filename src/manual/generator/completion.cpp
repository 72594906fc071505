#include "manual/generator/completion.hpp"

#include <algorithm>

namespace ludex::manual {

std::string quoted(std::string_view text) {
  std::string out = "'";
  for (const char c : text) {
    if (c == '\'') {
      out += "'\\''";
    } else {
      out += c;
    }
  }
  return out + "'";
}

std::string brief(std::string_view meaning) {
  constexpr std::size_t kColumns = 60;
  for (const std::string_view mark : {"; ", " (", ". "})
    meaning = meaning.substr(0, meaning.find(mark));
  if (meaning.size() > kColumns) {
    meaning = meaning.substr(0, std::min(meaning.rfind(' ', kColumns), kColumns));
    while (meaning.ends_with(',') || meaning.ends_with(':')) meaning.remove_suffix(1);
  }
  return std::string(meaning);
}

}  // namespace ludex::manual

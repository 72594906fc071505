#pragma once

#include <string>
#include <string_view>

namespace ludex {

/// A text as full text search knows it: fold(), and each character of Chinese, Japanese and Korean
/// between spaces, since those languages put none between words. What is stored in the table
/// `game_text`, and what is asked of it, goes through here.
[[nodiscard]] std::string search_words(std::string_view utf8);

}  // namespace ludex

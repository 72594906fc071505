#pragma once

#include "core/late_library.hpp"

#include <unicode/ucnv.h>
#include <unicode/uregex.h>
#include <unicode/uscript.h>
#include <unicode/utf16.h>
#include <unicode/utf8.h>
#include <unicode/utrans.h>
#include <unicode/uversion.h>

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace ludex {

/// The functions of ICU that Ludex calls. libicui18n brings libicuuc, which has some of them.
struct IcuFunctions {
#ifdef LUDEX_LATE_LIBRARIES
  LateLibrary library{LUDEX_ICU_FILE, "to read this charset, compare names or match REGEXP"};
#endif
  LUDEX_FUNCTION(u_getVersion);
  LUDEX_FUNCTION(ucnv_close);
  LUDEX_FUNCTION(ucnv_countAvailable);
  LUDEX_FUNCTION(ucnv_getAlias);
  LUDEX_FUNCTION(ucnv_getAvailableName);
  LUDEX_FUNCTION(ucnv_getInvalidChars);
  LUDEX_FUNCTION(ucnv_getStandardName);
  LUDEX_FUNCTION(ucnv_getType);
  LUDEX_FUNCTION(ucnv_open);
  LUDEX_FUNCTION(ucnv_resetToUnicode);
  LUDEX_FUNCTION(ucnv_setToUCallBack);
  LUDEX_FUNCTION(ucnv_toUnicode);
  LUDEX_FUNCTION(UCNV_TO_U_CALLBACK_STOP);
  LUDEX_FUNCTION(uregex_close);
  LUDEX_FUNCTION(uregex_find);
  LUDEX_FUNCTION(uregex_open);
  LUDEX_FUNCTION(uregex_setText);
  LUDEX_FUNCTION(uregex_setTimeLimit);
  LUDEX_FUNCTION(uscript_getScript);
  LUDEX_FUNCTION(utrans_close);
  LUDEX_FUNCTION(utrans_openU);
  LUDEX_FUNCTION(utrans_transUChars);
};

/// Loads the library at the first call. \throws Error if it cannot be loaded.
inline const IcuFunctions& icu() {
  static const IcuFunctions functions;
  return functions;
}

/// Text of UTF-8 in UTF-16, as ICU takes it. What is not UTF-8 becomes U+FFFD.
inline std::u16string utf16_of(std::string_view utf8) {
  std::u16string text;
  text.reserve(utf8.size());
  const auto size = static_cast<std::int32_t>(utf8.size());
  for (std::int32_t i = 0; i < size;) {
    UChar32 character = 0;
    U8_NEXT_OR_FFFD(utf8.data(), i, size, character);
    if (U_IS_SUPPLEMENTARY(character)) {
      text.push_back(U16_LEAD(character));
      text.push_back(U16_TRAIL(character));
    } else {
      text.push_back(static_cast<char16_t>(character));
    }
  }
  return text;
}

/// Appends text of UTF-16 as UTF-8. Half a pair becomes U+FFFD.
inline void append_utf8_of(std::u16string_view text, std::string& utf8) {
  for (std::size_t i = 0; i < text.size();) {
    UChar32 character = 0;
    U16_NEXT_OR_FFFD(text.data(), i, text.size(), character);
    char bytes[U8_MAX_LENGTH];
    std::size_t size = 0;
    U8_APPEND_UNSAFE(bytes, size, character);
    utf8.append(bytes, size);
  }
}

}  // namespace ludex

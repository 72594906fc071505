#include "formats/text_window.hpp"

namespace ludex {

TextWindow::TextWindow(std::string_view bytes, TextForm form)
    : bytes_(bytes), width_(is_wide(form) ? 2 : 1), low_(form == TextForm::utf16be ? 1 : 0) {}

std::size_t TextWindow::find_slash(std::size_t from) const {
  if (width_ == 1) return bytes_.find('/', from);
  auto at = bytes_.find('/', 2 * from);
  while (at != std::string_view::npos && (at / 2 >= size() || (*this)[at / 2] != '/')) {
    at = bytes_.find('/', at + 1);
  }
  return at == std::string_view::npos ? at : at / 2;
}

std::size_t TextWindow::without_trailing_blanks(std::size_t length) const {
  while (length > 0 && static_cast<unsigned char>((*this)[length - 1]) <= ' ') --length;
  return length;
}

}  // namespace ludex

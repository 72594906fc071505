#include "ludex/game.hpp"

#include <algorithm>

namespace ludex {

std::size_t RowColumns::find(std::string_view name) const {
  const auto found = std::ranges::find(names_, name);
  return found == names_.end() ? npos : static_cast<std::size_t>(found - names_.begin());
}

const Value& Game::operator[](std::string_view column) const {
  static const Value kNull;
  const std::size_t place = columns_->find(column);
  return place < row_.size() ? row_[place] : kNull;
}

std::string_view Game::text(std::string_view column) const {
  const auto* const text = std::get_if<std::string>(&(*this)[column]);
  return text == nullptr ? std::string_view() : std::string_view(*text);
}

std::optional<std::int64_t> Game::whole(std::string_view column) const {
  const auto* const number = std::get_if<std::int64_t>(&(*this)[column]);
  return number == nullptr ? std::nullopt : std::optional(*number);
}

std::optional<double> Game::number(std::string_view column) const {
  const Value& value = (*this)[column];
  if (const auto* const whole = std::get_if<std::int64_t>(&value)) {
    return static_cast<double>(*whole);
  }
  const auto* const number = std::get_if<double>(&value);
  return number == nullptr ? std::nullopt : std::optional(*number);
}

}  // namespace ludex

#include "web/api/json.hpp"

#include "ludex/row_text.hpp"

#include <variant>

namespace ludex::web {

std::string to_json(std::string_view text) { return json_string(text); }

std::string to_json(double number) {
  std::string text;
  append_value_text(number, text);
  return text;
}

template <>
std::string to_json<Value>(const Value& value) {
  if (std::holds_alternative<std::monostate>(value)) return "null";
  if (const auto* const text = std::get_if<std::string>(&value)) return json_string(*text);
  std::string number;
  append_value_text(value, number);
  return number;
}

JsonObject& JsonObject::add_json(std::string_view name, std::string_view json) {
  if (text_.size() > 1) text_ += ',';
  text_ += json_string(name);
  text_ += ':';
  text_ += json;
  return *this;
}

JsonArray& JsonArray::add_json(std::string_view json) {
  if (text_.size() > 1) text_ += ',';
  text_ += json;
  return *this;
}

}  // namespace ludex::web

#include "web/http/message.hpp"

#include <algorithm>

namespace ludex::web {

const std::string* find_field(const std::vector<Field>& fields, std::string_view name) {
  const auto found = std::ranges::find(fields, name, &Field::name);
  return found == fields.end() ? nullptr : &found->value;
}

}  // namespace ludex::web

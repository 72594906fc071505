#include "ludex/types.hpp"

namespace ludex {

std::string to_text(const Origin& origin) {
  std::string text = origin.source;
  if (!origin.member.empty()) text += "!" + origin.member;
  return text + ":" + std::to_string(origin.offset_bytes);
}

}  // namespace ludex

#include "query/rows/text_cache.hpp"

namespace ludex {
namespace {

constexpr std::size_t kLongestBytes = 4096;

}  // namespace

TextCache::TextCache(SqlConnection& sql, const std::string& select, std::size_t places)
    : select_(sql, select), slots_(places) {}

std::optional<std::string_view> TextCache::read(std::int64_t id, Slot& slot) {
  const bool has_text = select_.find(id) && !select_.is_null(0);
  const std::string_view text = has_text ? select_.bytes(0) : std::string_view();
  if (text.size() > kLongestBytes) {
    long_text_ = text;
    select_.reset();
    return long_text_;
  }
  slot.id = id;
  slot.has_text = has_text;
  slot.text = text;
  select_.reset();
  return has_text ? std::optional<std::string_view>(slot.text) : std::nullopt;
}

}  // namespace ludex

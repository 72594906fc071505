#include "engine/clickhouse/native_answer.hpp"

#include "engine/clickhouse/native_block.hpp"
#include "ludex/error.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <string>

namespace ludex::clickhouse {
namespace {

std::string block_of(NativeColumn::Type type, std::size_t rows, const auto& add) {
  std::string bytes;
  NativeBlock block(1, rows, bytes);
  NativeColumn column("value", type);
  add(column);
  column.write(block, bytes);
  return bytes;
}
std::string numbers() {
  return block_of(NativeColumn::Type::integer, 2, [](NativeColumn& column) {
    column.add_null();
    column.add(std::int64_t{-7});
  });
}

TEST(NativeAnswer, JoinsTheBlocksOfAColumn) {
  const NativeAnswer answer(numbers() + numbers());
  ASSERT_EQ(answer.rows(), 4U);
  EXPECT_TRUE(answer.is_null(0, 2));
  EXPECT_EQ(answer.integer(0, 3), -7);
}

TEST(NativeAnswer, RefusesARowOrAColumnThatIsNotThere) {
  const NativeAnswer answer(numbers());
  EXPECT_THROW((void)answer.is_null(0, 2), Error);
  EXPECT_THROW((void)answer.is_null(1, 0), Error);
  EXPECT_THROW((void)answer.text(0, 0), Error);
}

TEST(NativeAnswer, RefusesAColumnThatChangesItsType) {
  const std::string ids = block_of(NativeColumn::Type::id, 1,
                                   [](NativeColumn& column) { column.add(std::int64_t{7}); });
  EXPECT_THROW((void)NativeAnswer(numbers() + ids), Error);
  EXPECT_THROW((void)NativeAnswer(ids + numbers()), Error);
}

TEST(NativeAnswer, RefusesMoreThanTheBytesHold) {
  const std::string whole = numbers();
  for (std::size_t length = 1; length < whole.size(); ++length) {
    EXPECT_THROW((void)NativeAnswer(whole.substr(0, length)), Error) << length;
  }
  std::string columns;
  NativeBlock many(100'000'000, 0, columns);
  EXPECT_THROW((void)NativeAnswer(columns + std::string(100'000'000, '\0')), Error);
}

}  // namespace
}  // namespace ludex::clickhouse

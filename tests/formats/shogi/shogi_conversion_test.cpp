// What the formats of shogi that have variations make of a record.
#include "formats/format_room.hpp"
#include "formats/record_reader.hpp"

#include <gtest/gtest.h>

#include <string>
#include <string_view>

namespace ludex {
namespace {

std::string kif_as(Format to, std::string_view text) {
  const FormatRoom& room = room_of(Format::kif);
  const auto writer = to == Format::kif ? room.make_writer({}) : room.make_converter(to, {});
  std::string out;
  EXPECT_FALSE(writer->write(text, TextForm::bytes, Charset::utf8, out));
  std::erase(out, '\r');
  return out;
}

std::uint32_t main_positions(Format format, std::string_view text) {
  const auto reader = make_record_reader(format);
  EXPECT_FALSE(reader->read({.text = text})) << text;
  ReplayScript script;
  reader->compile(0, script, nullptr);
  return script.main_positions;
}

TEST(ShogiConversion, AVariationBesideAMoveThatCannotBePlayedIsNotTheMainLine) {
  for (const std::string_view first :
       {"９九王(11)", "nobody understands", "９九王(11)\n3 ９八王(99)"}) {
    const std::string text = "手合割：平手\n1 ７六歩(77)\n2 " + std::string(first) +
                             "\n変化：2手\n2 ３四歩(33)\n3 ２六歩(27)\n";
    for (const Format to : {Format::kif, Format::ki2, Format::jkf}) {
      const std::string written = kif_as(to, text);
      EXPECT_EQ(main_positions(to, written), 2u) << written;
    }
    EXPECT_NE(kif_as(Format::kif, text).find("まで1手\n\n変化：2手\n   2 ３四歩(33)\n"),
              std::string::npos);
  }
}

TEST(ShogiConversion, NothingIsSaidOfAMainLineThatNoVariationContinues) {
  const std::string text = "手合割：平手\n1 ７六歩(77)\n2 ９九王(11)\n変化：1手\n1 ２六歩(27)\n";
  EXPECT_EQ(kif_as(Format::kif, text).find("まで"), std::string::npos);
}

}  // namespace
}  // namespace ludex

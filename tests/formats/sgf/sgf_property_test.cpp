#include "formats/sgf/sgf_property.hpp"

#include <gtest/gtest.h>

#include <set>
#include <string>

namespace ludex {
namespace {

TEST(SgfProperty, EveryNameFindsItsOwnId) {
  std::set<std::string_view> names;
  for (const SgfPropertyInfo& info : all_sgf_properties()) {
    if (info.id == SgfId::unknown) continue;
    EXPECT_EQ(find_sgf_id(info.name), info.id) << info.name;
    EXPECT_EQ(find_sgf_id_as_written(info.name), info.id) << info.name;
    EXPECT_EQ(&info_of(info.id), &info);
    EXPECT_TRUE(names.insert(info.name).second) << info.name << " stands twice in the table";
  }
}

TEST(SgfProperty, KnowsEveryPropertyOfKierulfsText) {
  const char* const text =
      "B W C N V CH GB GW TE BM BL WL FG AB AW AE PL GN GC EV RO DT PC PB PW RE US TM SO GM SZ VW "
      "BS WS EL EX SL M L BR WR HA KM TB TW SC RG ";
  std::string name;
  for (const char* c = text; *c != 0; ++c) {
    if (*c != ' ') {
      name += *c;
      continue;
    }
    const SgfPropertyInfo& info = info_of(find_sgf_id(name));
    EXPECT_EQ(info.name, name);
    EXPECT_TRUE(info.ff_versions & ff_bit(1)) << name;
    name.clear();
  }
}

TEST(SgfProperty, FoldsLongNamesOfTheThirdFormat) {
  EXPECT_EQ(fold_sgf_ident("PlayerBlack"), "PB");
  EXPECT_EQ(fold_sgf_ident("GaMe"), "GM");
  EXPECT_EQ(find_sgf_id_as_written("CoPyright"), SgfId::CP);
  EXPECT_EQ(find_sgf_id_as_written("Black"), SgfId::B);
  EXPECT_EQ(find_sgf_id_as_written("FileFormat"), SgfId::FF);
}

TEST(SgfProperty, KeepsIdentifiersWithoutUpperCase) {
  EXPECT_EQ(fold_sgf_ident("b"), "b");
  EXPECT_EQ(find_sgf_id_as_written("b"), SgfId::unknown);
  EXPECT_EQ(find_sgf_id_as_written("r"), SgfId::unknown);
  EXPECT_EQ(find_sgf_id_as_written(""), SgfId::unknown);
}

TEST(SgfProperty, KeepsDigits) {
  EXPECT_EQ(find_sgf_id("P0"), SgfId::P0);
  EXPECT_EQ(find_sgf_id("B1"), SgfId::unknown);
  EXPECT_EQ(find_sgf_id_as_written("MULTIGOGM"), SgfId::MULTIGOGM);
  EXPECT_EQ(find_sgf_id_as_written(std::string(300, 'X')), SgfId::unknown);
}

TEST(SgfProperty, SaysWhereAPropertyMayStandAndWhatItHolds) {
  EXPECT_EQ(info_of(SgfId::SZ).property_class, SgfPropertyClass::root);
  EXPECT_EQ(info_of(SgfId::KM).property_class, SgfPropertyClass::game_info);
  EXPECT_EQ(info_of(SgfId::LB).second_type, SgfValueType::simpletext);
  EXPECT_EQ(info_of(SgfId::AB).shape, SgfValueShape::list);
  EXPECT_TRUE(info_of(SgfId::VW).inherits);
  EXPECT_EQ(info_of(SgfId::unknown).type, SgfValueType::text);
}

}  // namespace
}  // namespace ludex

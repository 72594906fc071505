#include "formats/sgf/sgf_property.hpp"

#include "core/ascii.hpp"

#include <algorithm>
#include <array>
#include <cstddef>

namespace ludex {
namespace {

using Class = SgfPropertyClass;
using Type = SgfValueType;
using Shape = SgfValueShape;

constexpr std::uint8_t kFf4 = ff_bit(4);
constexpr std::uint8_t kFf3 = ff_bit(3);
constexpr std::uint8_t kFf12 = ff_bit(1) | ff_bit(2);
constexpr std::uint8_t kFf123 = kFf12 | kFf3;
constexpr std::uint8_t kFf34 = kFf3 | kFf4;
constexpr std::uint8_t kFf234 = ff_bit(2) | kFf34;
constexpr std::uint8_t kFf1234 = kFf12 | kFf34;

// clang-format off
constexpr SgfPropertyInfo kProperties[] = {
    {SgfId::unknown, "", Class::misc, Type::text, Type::none, Shape::list, false, 0, "not known"},
    {SgfId::B, "B", Class::move, Type::move, Type::none, Shape::one, false, kFf1234, "Black's move"},
    {SgfId::W, "W", Class::move, Type::move, Type::none, Shape::one, false, kFf1234, "White's move"},
    {SgfId::KO, "KO", Class::move, Type::none, Type::none, Shape::one, false, kFf4, "\"execute this move even if it is illegal\"; in the wild the komi"},
    {SgfId::MN, "MN", Class::move, Type::number, Type::none, Shape::one, false, kFf34, "set the move number"},
    {SgfId::AB, "AB", Class::setup, Type::stone, Type::none, Shape::list, false, kFf1234, "add black stones"},
    {SgfId::AW, "AW", Class::setup, Type::stone, Type::none, Shape::list, false, kFf1234, "add white stones"},
    {SgfId::AE, "AE", Class::setup, Type::point, Type::none, Shape::list, false, kFf1234, "make points empty"},
    {SgfId::PL, "PL", Class::setup, Type::color, Type::none, Shape::one, false, kFf1234, "whose turn it is"},
    {SgfId::AA, "AA", Class::setup, Type::point, Type::none, Shape::list, false, kFf4, "add arrows (Amazons)"},
    {SgfId::CO, "CO", Class::setup, Type::simpletext, Type::none, Shape::one, false, kFf4, "owner of the doubling cube (backgammon)"},
    {SgfId::CV, "CV", Class::setup, Type::number, Type::none, Shape::one, false, kFf4, "value of the doubling cube (backgammon)"},
    {SgfId::DI, "DI", Class::setup, Type::number, Type::none, Shape::one, false, kFf4, "dice (backgammon)"},
    {SgfId::C, "C", Class::annotation, Type::text, Type::none, Shape::one, false, kFf1234, "comment"},
    {SgfId::N, "N", Class::annotation, Type::simpletext, Type::none, Shape::one, false, kFf1234, "node name"},
    {SgfId::V, "V", Class::annotation, Type::real, Type::none, Shape::one, false, kFf1234, "value of the node, in points"},
    {SgfId::DM, "DM", Class::annotation, Type::emphasis, Type::none, Shape::one, false, kFf4, "even position"},
    {SgfId::GB, "GB", Class::annotation, Type::emphasis, Type::none, Shape::one, false, kFf1234, "good for Black"},
    {SgfId::GW, "GW", Class::annotation, Type::emphasis, Type::none, Shape::one, false, kFf1234, "good for White"},
    {SgfId::HO, "HO", Class::annotation, Type::emphasis, Type::none, Shape::one, false, kFf4, "hotspot"},
    {SgfId::UC, "UC", Class::annotation, Type::emphasis, Type::none, Shape::one, false, kFf34, "unclear position"},
    {SgfId::CH, "CH", Class::annotation, Type::emphasis, Type::none, Shape::one, false, kFf123, "check mark"},
    {SgfId::SI, "SI", Class::annotation, Type::emphasis, Type::none, Shape::one, false, kFf3, "sigma mark"},
    {SgfId::BM, "BM", Class::annotation, Type::emphasis, Type::none, Shape::one, false, kFf1234, "bad move"},
    {SgfId::DO, "DO", Class::annotation, Type::none, Type::none, Shape::one, false, kFf34, "doubtful move"},
    {SgfId::IT, "IT", Class::annotation, Type::none, Type::none, Shape::one, false, kFf34, "interesting move"},
    {SgfId::TE, "TE", Class::annotation, Type::emphasis, Type::none, Shape::one, false, kFf1234, "good move (tesuji); in the wild the event"},
    {SgfId::EL, "EL", Class::annotation, Type::number, Type::none, Shape::one, false, kFf12, "evaluation of a computer's move"},
    {SgfId::EX, "EX", Class::annotation, Type::move, Type::none, Shape::one, false, kFf12, "expected next move"},
    {SgfId::AR, "AR", Class::markup, Type::point, Type::point, Shape::list, false, kFf4, "arrows"},
    {SgfId::CR, "CR", Class::markup, Type::point, Type::none, Shape::list, false, kFf34, "circles"},
    {SgfId::DD, "DD", Class::markup, Type::point, Type::none, Shape::list_or_empty, true, kFf4, "dimmed points"},
    {SgfId::LB, "LB", Class::markup, Type::point, Type::simpletext, Shape::list, false, kFf34, "labels"},
    {SgfId::LN, "LN", Class::markup, Type::point, Type::point, Shape::list, false, kFf4, "lines"},
    {SgfId::MA, "MA", Class::markup, Type::point, Type::none, Shape::list, false, kFf34, "crosses"},
    {SgfId::SL, "SL", Class::markup, Type::point, Type::none, Shape::list, false, kFf1234, "selected points"},
    {SgfId::SQ, "SQ", Class::markup, Type::point, Type::none, Shape::list, false, kFf4, "squares"},
    {SgfId::TR, "TR", Class::markup, Type::point, Type::none, Shape::list, false, kFf34, "triangles"},
    {SgfId::M, "M", Class::markup, Type::point, Type::none, Shape::list, false, kFf123, "marked points (FF[4] MA)"},
    {SgfId::L, "L", Class::markup, Type::point, Type::none, Shape::list, false, kFf123, "letters, from A on (FF[4] LB)"},
    {SgfId::TB, "TB", Class::markup, Type::point, Type::none, Shape::list_or_empty, false, kFf1234, "territory or area of Black"},
    {SgfId::TW, "TW", Class::markup, Type::point, Type::none, Shape::list_or_empty, false, kFf1234, "territory or area of White"},
    {SgfId::SC, "SC", Class::markup, Type::point, Type::none, Shape::list, false, kFf123, "secure stones"},
    {SgfId::RG, "RG", Class::markup, Type::point, Type::none, Shape::list, false, kFf123, "region of the board"},
    {SgfId::SE, "SE", Class::markup, Type::point, Type::none, Shape::list, false, kFf34, "self-test moves (FF[3]); markup (Lines of Action)"},
    {SgfId::KGSDE, "KGSDE", Class::markup, Type::point, Type::none, Shape::list, false, 0, "dead stones (KGS)"},
    {SgfId::AP, "AP", Class::root, Type::simpletext, Type::simpletext, Shape::one, false, kFf4, "application and its version"},
    {SgfId::CA, "CA", Class::root, Type::simpletext, Type::none, Shape::one, false, kFf4, "charset"},
    {SgfId::FF, "FF", Class::root, Type::number, Type::none, Shape::one, false, kFf234, "version of the format"},
    {SgfId::GM, "GM", Class::root, Type::number, Type::none, Shape::one, false, kFf1234, "number of the game"},
    {SgfId::ST, "ST", Class::root, Type::number, Type::none, Shape::one, false, kFf4, "how variations are to be shown"},
    {SgfId::SZ, "SZ", Class::root, Type::number, Type::number, Shape::one, false, kFf1234, "size of the board"},
    {SgfId::BS, "BS", Class::root, Type::number, Type::none, Shape::one, false, kFf123, "species of Black: 0 human, above 0 computer, -1 modem"},
    {SgfId::WS, "WS", Class::root, Type::number, Type::none, Shape::one, false, kFf123, "species of White"},
    {SgfId::SY, "SY", Class::root, Type::simpletext, Type::none, Shape::one, false, 0, "system (CGoban)"},
    {SgfId::IS, "IS", Class::root, Type::simpletext, Type::simpletext, Shape::list, false, kFf4, "viewer switches (Hex)"},
    {SgfId::MULTIGOGM, "MULTIGOGM", Class::root, Type::number, Type::none, Shape::one, false, 0, "mode (MultiGo)"},
    {SgfId::AN, "AN", Class::game_info, Type::simpletext, Type::none, Shape::one, false, kFf34, "annotator"},
    {SgfId::BR, "BR", Class::game_info, Type::simpletext, Type::none, Shape::one, false, kFf1234, "Black's rank"},
    {SgfId::BT, "BT", Class::game_info, Type::simpletext, Type::none, Shape::one, false, kFf34, "Black's team"},
    {SgfId::CP, "CP", Class::game_info, Type::simpletext, Type::none, Shape::one, false, kFf34, "copyright"},
    {SgfId::DT, "DT", Class::game_info, Type::simpletext, Type::none, Shape::one, false, kFf1234, "date"},
    {SgfId::EV, "EV", Class::game_info, Type::simpletext, Type::none, Shape::one, false, kFf1234, "event"},
    {SgfId::GC, "GC", Class::game_info, Type::text, Type::none, Shape::one, false, kFf1234, "game comment"},
    {SgfId::GN, "GN", Class::game_info, Type::simpletext, Type::none, Shape::one, false, kFf1234, "game name"},
    {SgfId::HA, "HA", Class::game_info, Type::number, Type::none, Shape::one, false, kFf1234, "handicap stones"},
    {SgfId::ID, "ID", Class::game_info, Type::simpletext, Type::none, Shape::one, false, kFf3, "identification of the game"},
    {SgfId::IP, "IP", Class::game_info, Type::simpletext, Type::none, Shape::one, false, kFf4, "initial position (Lines of Action); the current position (Hex, Twixt)"},
    {SgfId::IY, "IY", Class::game_info, Type::simpletext, Type::none, Shape::one, false, kFf4, "inverted y-axis (Lines of Action)"},
    {SgfId::KM, "KM", Class::game_info, Type::real, Type::none, Shape::one, false, kFf1234, "komi"},
    {SgfId::KI, "KI", Class::game_info, Type::number, Type::none, Shape::one, false, kFf12, "komi in half points (Smart Game Board)"},
    {SgfId::LT, "LT", Class::game_info, Type::simpletext, Type::none, Shape::one, false, kFf3, "whether time losses are enforced; in the wild a time limit"},
    {SgfId::MI, "MI", Class::game_info, Type::simpletext, Type::simpletext, Shape::list, false, kFf4, "match information (backgammon)"},
    {SgfId::OM, "OM", Class::game_info, Type::number, Type::none, Shape::one, false, kFf3, "moves per overtime period"},
    {SgfId::ON, "ON", Class::game_info, Type::simpletext, Type::none, Shape::one, false, kFf34, "opening"},
    {SgfId::OP, "OP", Class::game_info, Type::real, Type::none, Shape::one, false, kFf3, "length of an overtime period, in seconds"},
    {SgfId::OT, "OT", Class::game_info, Type::simpletext, Type::none, Shape::one, false, kFf4, "overtime"},
    {SgfId::OV, "OV", Class::game_info, Type::real, Type::none, Shape::one, false, kFf3, "operator overhead per move, in seconds"},
    {SgfId::PB, "PB", Class::game_info, Type::simpletext, Type::none, Shape::one, false, kFf1234, "Black's name"},
    {SgfId::PC, "PC", Class::game_info, Type::simpletext, Type::none, Shape::one, false, kFf1234, "place"},
    {SgfId::PW, "PW", Class::game_info, Type::simpletext, Type::none, Shape::one, false, kFf1234, "White's name"},
    {SgfId::RE, "RE", Class::game_info, Type::simpletext, Type::none, Shape::one, false, kFf1234, "result"},
    {SgfId::RO, "RO", Class::game_info, Type::simpletext, Type::none, Shape::one, false, kFf1234, "round"},
    {SgfId::RU, "RU", Class::game_info, Type::simpletext, Type::none, Shape::one, false, kFf34, "rules"},
    {SgfId::SO, "SO", Class::game_info, Type::simpletext, Type::none, Shape::one, false, kFf1234, "source"},
    {SgfId::SU, "SU", Class::game_info, Type::simpletext, Type::none, Shape::one, false, kFf4, "setup type (Lines of Action)"},
    {SgfId::TM, "TM", Class::game_info, Type::real, Type::none, Shape::one, false, kFf1234, "time limit per player: FF[1] minutes, else seconds"},
    {SgfId::US, "US", Class::game_info, Type::simpletext, Type::none, Shape::one, false, kFf1234, "who entered the game"},
    {SgfId::WR, "WR", Class::game_info, Type::simpletext, Type::none, Shape::one, false, kFf1234, "White's rank"},
    {SgfId::WT, "WT", Class::game_info, Type::simpletext, Type::none, Shape::one, false, kFf34, "White's team"},
    {SgfId::BO, "BO", Class::game_info, Type::point, Type::none, Shape::list, false, kFf4, "squares of Black's octis (Octi)"},
    {SgfId::WO, "WO", Class::game_info, Type::point, Type::none, Shape::list, false, kFf4, "squares of White's octis (Octi)"},
    {SgfId::NP, "NP", Class::game_info, Type::number, Type::none, Shape::one, false, kFf4, "number of prongs (Octi)"},
    {SgfId::NR, "NR", Class::game_info, Type::number, Type::none, Shape::one, false, kFf4, "number of reserves (Octi)"},
    {SgfId::NS, "NS", Class::game_info, Type::number, Type::none, Shape::one, false, kFf4, "number of superprongs (Octi)"},
    {SgfId::PZ, "PZ", Class::game_info, Type::simpletext, Type::none, Shape::one, false, 0, "a puzzle (Twixt)"},
    {SgfId::RD, "RD", Class::game_info, Type::simpletext, Type::none, Shape::one, false, 0, "date (Nihon Ki-in)"},
    {SgfId::TC, "TC", Class::game_info, Type::simpletext, Type::none, Shape::one, false, kFf3, "territory count (FF[3]); in the wild periods of overtime"},
    {SgfId::TT, "TT", Class::game_info, Type::simpletext, Type::none, Shape::one, false, 0, "seconds of an overtime period (Fox)"},
    {SgfId::RL, "RL", Class::game_info, Type::simpletext, Type::none, Shape::one, false, 0, "whether the game is rated (Fox)"},
    {SgfId::LC, "LC", Class::game_info, Type::simpletext, Type::none, Shape::one, false, 0, "periods of overtime (Tygem)"},
    {SgfId::GK, "GK", Class::game_info, Type::simpletext, Type::none, Shape::one, false, 0, "kind of game (Tygem)"},
    {SgfId::BL, "BL", Class::timing, Type::real, Type::none, Shape::one, false, kFf1234, "seconds left for Black"},
    {SgfId::WL, "WL", Class::timing, Type::real, Type::none, Shape::one, false, kFf1234, "seconds left for White"},
    {SgfId::OB, "OB", Class::timing, Type::number, Type::none, Shape::one, false, kFf34, "moves left for Black in this period"},
    {SgfId::OW, "OW", Class::timing, Type::number, Type::none, Shape::one, false, kFf34, "moves left for White in this period"},
    {SgfId::FG, "FG", Class::misc, Type::number, Type::simpletext, Shape::one, false, kFf1234, "begin of a figure"},
    {SgfId::PM, "PM", Class::misc, Type::number, Type::none, Shape::one, true, kFf4, "how move numbers are printed"},
    {SgfId::VW, "VW", Class::misc, Type::point, Type::none, Shape::list_or_empty, true, kFf1234, "the visible part of the board"},
    {SgfId::AS, "AS", Class::misc, Type::simpletext, Type::none, Shape::one, false, kFf4, "who adds stones (Lines of Action)"},
    {SgfId::P0, "P0", Class::misc, Type::text, Type::none, Shape::one, false, 0, "move of the first player (BoardSpace)"},
    {SgfId::P1, "P1", Class::misc, Type::text, Type::none, Shape::one, false, 0, "move of the second player (BoardSpace)"},
    {SgfId::KGSSB, "KGSSB", Class::misc, Type::simpletext, Type::none, Shape::one, false, 0, "score of Black (KGS)"},
    {SgfId::KGSSW, "KGSSW", Class::misc, Type::simpletext, Type::none, Shape::one, false, 0, "score of White (KGS)"},
};
// clang-format on

constexpr bool table_is_in_id_order() {
  for (std::size_t i = 0; i < std::size(kProperties); ++i) {
    if (static_cast<std::size_t>(kProperties[i].id) != i) return false;
  }
  return true;
}
static_assert(table_is_in_id_order());

// Names of one or two characters: [first letter][nothing, second letter or digit].
constexpr std::size_t kSecondCharacters = 1 + 26 + 10;

constexpr std::size_t short_name_slot(std::string_view name) {
  const std::size_t row = static_cast<std::size_t>(name[0] - 'A') * kSecondCharacters;
  if (name.size() == 1) return row;
  if (is_digit(name[1])) return row + 27 + static_cast<std::size_t>(name[1] - '0');
  return row + 1 + static_cast<std::size_t>(name[1] - 'A');
}

constexpr bool is_short_name(std::string_view name) {
  return !name.empty() && name.size() <= 2 && is_upper(name[0]) &&
         (name.size() == 1 || is_upper(name[1]) || is_digit(name[1]));
}

constexpr auto kShortNames = [] {
  std::array<SgfId, 26 * kSecondCharacters> ids{};
  for (const SgfPropertyInfo& info : kProperties) {
    if (is_short_name(info.name)) ids[short_name_slot(info.name)] = info.id;
  }
  return ids;
}();

constexpr std::size_t kLongestName = [] {
  std::size_t longest = 0;
  for (const SgfPropertyInfo& info : kProperties) longest = std::max(longest, info.name.size());
  return longest;
}();

SgfId find_long_name(std::string_view name) {
  if (name.size() > kLongestName) return SgfId::unknown;
  for (const SgfPropertyInfo& info : kProperties) {
    if (info.name.size() > 2 && info.name == name) return info.id;
  }
  return SgfId::unknown;
}

}  // namespace

SgfId find_sgf_id(std::string_view folded) {
  if (is_short_name(folded)) return kShortNames[short_name_slot(folded)];
  return find_long_name(folded);
}

std::string fold_sgf_ident(std::string_view as_written) {
  std::string folded(as_written);
  if (std::ranges::any_of(as_written, is_upper)) std::erase_if(folded, is_lower);
  return folded;
}

SgfId find_sgf_id_as_written(std::string_view as_written) {
  if (is_short_name(as_written)) return kShortNames[short_name_slot(as_written)];
  std::array<char, kLongestName> folded;
  std::size_t length = 0;
  for (const char c : as_written) {
    if (is_lower(c)) continue;
    if (length == folded.size()) return SgfId::unknown;
    folded[length++] = c;
  }
  if (length == 0) return SgfId::unknown;  // Little Golem's `b` and `r`
  return find_sgf_id(std::string_view(folded.data(), length));
}

const SgfPropertyInfo& info_of(SgfId id) { return kProperties[static_cast<std::size_t>(id)]; }

std::span<const SgfPropertyInfo> all_sgf_properties() { return kProperties; }

}  // namespace ludex

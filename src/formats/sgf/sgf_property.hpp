#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace ludex {

/// The properties known by name: those of Kierulf's text, of FF[3] and FF[4] with its game-specific
/// pages, and those that servers and programs write though no text describes them.
/// Not stored anywhere: may be renumbered.
// clang-format off
enum class SgfId : std::uint16_t {
  unknown = 0,
  // move
  B, W, KO, MN,
  // setup
  AB, AW, AE, PL, AA, CO, CV, DI,
  // annotation
  C, N, V, DM, GB, GW, HO, UC, CH, SI, BM, DO, IT, TE, EL, EX,
  // markup
  AR, CR, DD, LB, LN, MA, SL, SQ, TR, M, L, TB, TW, SC, RG, SE, KGSDE,
  // root
  AP, CA, FF, GM, ST, SZ, BS, WS, SY, IS, MULTIGOGM,
  // game info
  AN, BR, BT, CP, DT, EV, GC, GN, HA, ID, IP, IY, KM, KI, LT, MI, OM, ON, OP, OT, OV, PB, PC, PW,
  RE, RO, RU, SO, SU, TM, US, WR, WT, BO, WO, NP, NR, NS, PZ, RD, TC, TT, RL, LC, GK,
  // timing
  BL, WL, OB, OW,
  // misc
  FG, PM, VW, AS, P0, P1, KGSSB, KGSSW,
};
// clang-format on

/// The kind of a property. FF[4] calls it the property type.
enum class SgfPropertyClass : std::uint8_t {
  misc,
  move,
  setup,
  annotation,
  markup,
  root,       ///< only at the root: about the whole tree
  game_info,  ///< once on a path: about the game that runs through the node
  timing,
};

/// The type of one value, or of one half of a composed one.
enum class SgfValueType : std::uint8_t {
  none,
  number,
  real,
  emphasis,  ///< FF[4] "double", Kierulf "triple": 1 or 2
  color,
  simpletext,
  text,
  point,
  move,
  stone,
};

/// How many values a property takes.
enum class SgfValueShape : std::uint8_t { one, list, list_or_empty };

/// Bits of SgfPropertyInfo::ff_versions.
[[nodiscard]] constexpr std::uint8_t ff_bit(int ff) { return static_cast<std::uint8_t>(1 << ff); }

struct SgfPropertyInfo {
  SgfId id;
  std::string_view name;
  SgfPropertyClass property_class;
  SgfValueType type;
  SgfValueType second_type;  ///< after the ":" of a composed value; none: values are simple
  SgfValueShape shape;
  bool inherits;             ///< holds for the nodes below, too
  std::uint8_t ff_versions;  ///< ff_bit(n) for each text that has it; 0: only found in the wild
  std::string_view meaning;
};

/// The id of an identifier as FF[4] spells it (see fold_sgf_ident); SgfId::unknown if there is
/// none. Cost: one table look-up for one or two characters.
[[nodiscard]] SgfId find_sgf_id(std::string_view folded);

/// FF[3] spelling to FF[4]: lower-case letters dropped if there is any upper-case letter ("GaMe" is
/// "GM"); an identifier without any is kept (Little Golem's `b` and `r` are no FF[3] names).
[[nodiscard]] std::string fold_sgf_ident(std::string_view as_written);

/// find_sgf_id(fold_sgf_ident(as_written)), without allocation.
[[nodiscard]] SgfId find_sgf_id_as_written(std::string_view as_written);

/// Also for SgfId::unknown: misc, a list of text.
[[nodiscard]] const SgfPropertyInfo& info_of(SgfId id);

/// All of them, SgfId::unknown first, in the order of the ids.
[[nodiscard]] std::span<const SgfPropertyInfo> all_sgf_properties();

}  // namespace ludex

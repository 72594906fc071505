#pragma once

#include "formats/game_info.hpp"
#include "formats/sgf/sgf_text_reader.hpp"
#include "formats/sgf/sgf_tree.hpp"

#include <optional>
#include <string>
#include <string_view>

namespace ludex {

/// Fills a GameInfo from the nodes of one game that hold root properties and game info.
class SgfInfoReader {
 public:
  /// All are kept by reference. `record` is where offsets count from.
  SgfInfoReader(const SgfTree& tree, std::string_view record, SgfTextReader& reader, GameInfo& info)
      : tree_(tree), record_(record), reader_(reader), info_(info) {}

  void read_root();
  /// A node below the root; what stands there already is not overwritten.
  void read_below(const SgfNode& node);
  /// What depends on several properties: stand-ins, the board, ids.
  void finish();

 private:
  void read(const SgfProperty& property, bool at_root);
  /// False if the property is none of those that only a root has.
  bool read_root_property(const SgfProperty& property);
  void read_text(const SgfProperty& property, std::string& field);
  void read_rank(const SgfProperty& property, SeatInfo& seat);
  void read_date(const SgfProperty& property);
  /// Fills `date` from `date_raw`.
  void understand_date(const SgfProperty& property);
  void read_result(const SgfProperty& property);
  void read_time_limit(const SgfProperty& property);
  void read_komi(const SgfProperty& property);
  void read_handicap(const SgfProperty& property);
  void read_size(const SgfProperty& property);
  void read_game_type(const SgfProperty& property);
  void read_charset(const SgfProperty& property);
  void read_game_comment(const SgfProperty& property);
  void read_comment(const SgfProperty& property);
  void read_species(const SgfProperty& property, SeatInfo& seat);
  void use_stand_ins();
  void finish_date();
  void finish_time_limit();
  void finish_size();
  void finish_handicap();

  /// TE, KO, RD: the first that says something.
  void note_stand_in(const SgfProperty*& stand_in, const SgfProperty& property);
  /// Keeps the values in GameInfo::properties.
  void keep(const SgfProperty& property);
  /// The same without the one that SgfTree::value_of() gives.
  void keep_others(const SgfProperty& property);
  void keep_text(const SgfProperty& property, std::string text);
  void report(ProblemKind kind, const SgfProperty& property, std::string_view text);

  const SgfTree& tree_;
  std::string_view record_;
  SgfTextReader& reader_;
  GameInfo& info_;
  bool size_written_ = false;
  bool has_time_limit_ = false;  // TM's; GGF's TI gives its own seconds
  bool komi_written_ = false;
  bool handicap_written_ = false;
  bool has_empty_handicap_ = false;
  std::optional<int> handicap_of_komi_;  // "even game, komi 6.5" may stand in either
  std::optional<double> komi_of_handicap_;
  const SgfProperty* te_ = nullptr;
  const SgfProperty* ko_ = nullptr;
  const SgfProperty* rd_ = nullptr;
};

}  // namespace ludex

#pragma once

#include "formats/format_room.hpp"

namespace ludex {

/// Positions, one a line: of crossword games, or of the game that `gm` names.
class CgpFormat final : public FormatRoom {
 public:
  CgpFormat();

  [[nodiscard]] bool holds(std::string_view head) const override;
  [[nodiscard]] bool begins_record(std::string_view text, bool line_alone) const override;
  [[nodiscard]] std::unique_ptr<Splitter> make_splitter(const SplitOptions& options,
                                                        std::string_view head) const override;
  [[nodiscard]] std::unique_ptr<RecordReader> make_reader(
      const ReadOptions& options) const override;
  [[nodiscard]] std::vector<RuleBook> rule_books(const RuleScope& scope) const override;
};

}  // namespace ludex

#pragma once

#include "formats/csa/csa_game.hpp"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ludex {

/// Appends comment lines, each behind a "'". \param comments  joined by "\n"; empty: none
void append_csa_comments(std::string_view comments, std::string& out);

/// What comments stand before, in the order of the format.
enum class CsaSection : std::uint8_t { info, position, turn, moves };

/// The comments before the first move, each written once, where it stood in the record.
class CsaHeaderComments {
 public:
  explicit CsaHeaderComments(const CsaGame& game);

  /// Writes those that stood before a line like this one. \param place  "N+", "$EVENT", "$TIME+"
  void write_at(std::string_view place, std::string& out);
  /// And those up to a section that no line was written for.
  void write_before(CsaSection section, std::string& out);

 private:
  struct Comment {
    std::string_view place;
    std::optional<std::string_view> text;  // none: written
  };
  template <class Belongs>
  void write(const Belongs& belongs, std::string& out);

  std::vector<Comment> comments_;
};

}  // namespace ludex

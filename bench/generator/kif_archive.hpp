#pragma once

#include "shogi_archive.hpp"

#include <cstdint>
#include <string>

namespace ludex::bench {

enum class KifForm : std::uint8_t { kif, ki2 };

struct KifArchiveOptions {
  ShogiArchiveOptions games{};  ///< floodgate's comments become lines `**` of KIF
  KifForm form = KifForm::kif;
  bool shift_jis = false;  ///< as most files are; else UTF-8
};

/// Writes the games of ShogiArchive as KIF or KI2: headers, handicaps, moves, times (of KIF), ends.
/// Written apart from the library's writer. Game n depends on the options and n alone. Lines end in
/// CR LF, one record after the other.
class KifArchive {
 public:
  explicit KifArchive(const KifArchiveOptions& options);

  /// Appends game number `number`. Thread-safe. Cost: about 300 us and 3 to 4 KB.
  void append_game(std::uint64_t number, std::string& text) const;
  /// The CSA record that is told, with its "/" line.
  [[nodiscard]] std::string csa(std::uint64_t number) const;

 private:
  KifArchiveOptions options_;
  ShogiArchive games_;
};

}  // namespace ludex::bench

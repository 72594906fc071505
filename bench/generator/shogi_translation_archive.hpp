#pragma once

#include "shogi_archive.hpp"

#include <cstdint>
#include <string>

namespace ludex::bench {

enum class ShogiTranslation : std::uint8_t { jkf, usi, psn };

struct ShogiTranslationOptions {
  ShogiArchiveOptions shogi;
  ShogiTranslation format = ShogiTranslation::jkf;
};

/// Writes the games of ShogiArchive as JKF, an object a line; as USI, a game a line; or as PSN with
/// whole moves (`P7g-7f`), a number a pair. Players, events, dates, results, times and handicaps
/// are kept where the format has them; of PSN, even games alone have moves. Game n depends on the
/// options and n alone.
class ShogiTranslationArchive {
 public:
  explicit ShogiTranslationArchive(const ShogiTranslationOptions& options);

  /// Appends game number `number`. Thread-safe. Cost: about 200 us.
  void append_game(std::uint64_t number, std::string& text) const;

 private:
  ShogiTranslation format_;
  ShogiArchive games_;
};

}  // namespace ludex::bench

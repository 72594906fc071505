#pragma once

#include <memory>
#include <string>
#include <string_view>

namespace ludex {

/// A text taken apart: Latin letters, and those of other scripts; digits and the like are where the
/// letter before them is, spaces in both.
struct ScriptSides {
  std::string latin;
  std::string other;
  bool has_latin = false;  ///< letters
  bool has_other = false;
  bool has_han = false;
  bool has_hangul = false;
};
[[nodiscard]] ScriptSides script_sides(std::string_view utf8);

/// How names of any script are read in Latin letters, by the transliterators of ICU (Han-Latin,
/// Any-Latin, Latin-ASCII, Hant-Hans). One object per thread.
class LatinReader {
 public:
  LatinReader();
  ~LatinReader();
  LatinReader(const LatinReader&) = delete;
  LatinReader& operator=(const LatinReader&) = delete;

  /// Words of lower-case ASCII letters and digits with single spaces between them: `Ōtake` gives
  /// `otake`, `古力` `gu li`, `이세돌` `i se dol`. Han characters are read as in Mandarin, whoever
  /// is meant: both `趙治勲` and `赵治勋` give `zhao zhi xun`. What has no reading is left out.
  /// \param folded  as fold() gives it.
  /// Cost: some 100 ns an ASCII name; 0.1 ms for each new Han character or Hangul syllable, and for
  /// each run of another script.
  [[nodiscard]] std::string read(std::string_view folded);

  /// Traditional Han characters as simplified ones, all else as it is.
  [[nodiscard]] std::string simplified(std::string_view folded);

 private:
  struct Tables;
  std::unique_ptr<Tables> tables_;
};

}  // namespace ludex

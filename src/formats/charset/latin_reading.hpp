#pragma once

#include <memory>
#include <string>
#include <string_view>

namespace ludex {

/// A text divided into Latin letters and letters of other scripts. Digits and marks go with the
/// letter before them, spaces to both.
struct ScriptSides {
  std::string latin;
  std::string other;
  bool has_latin = false;  ///< letters
  bool has_other = false;
  bool has_han = false;
  bool has_hangul = false;
};
[[nodiscard]] ScriptSides script_sides(std::string_view utf8);

/// Writes names of any script in Latin letters, with the transliterators of ICU (Han-Latin,
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

#pragma once

#include <string>
#include <string_view>

namespace ludex {

/// What is left of a word when the ways of romanising it are taken away: `Lee` and `Yi`, `Sedol`
/// and `Setol`, `Ohtake`, `Ootake` and `Otake`, `Ch'ing` and `Qing`, `Hyun` and `Hyeon` are the
/// same. Covers Revised Romanization, McCune-Reischauer and the usual spellings of Korean, Hepburn
/// and Kunrei of Japanese, Pinyin and Wade-Giles of Chinese; coarse: other words become the same
/// too. \param word  lower-case ASCII letters and digits, as LatinReader gives them. Digits stay.
[[nodiscard]] std::string name_sound(std::string_view word);

}  // namespace ludex

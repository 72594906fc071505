// Which charset makes the bytes the likeliest text. Every candidate is a small model of its
// language: what a character costs in bits (the logarithm of how rare it is), by the row of the
// charset's table that it stands in, and less for the characters that fill names, ranks and
// results. The candidate with the lowest sum wins; a byte that fits nowhere costs more than any
// character.

#include "formats/charset/charset.hpp"

#include <algorithm>
#include <limits>
#include <vector>

namespace ludex {
namespace {

constexpr double kAsciiBits = 5.5;
constexpr double kBadByteBits = 26;
constexpr std::size_t kMaxSampleBytes = std::size_t{32} * 1024;

/// A character at the front of some bytes: its length and its cost.
struct Step {
  std::size_t length;
  double bits;
};
constexpr Step kBad{1, kBadByteBits};

using Pair = std::uint16_t;

/// Characters that are everywhere in game records of a language, as two-byte codes.
class FrequentCharacters {
 public:
  FrequentCharacters(Charset charset, std::string_view utf8) {
    // Found by decoding every pair of the charset's plane: the table is built once per process.
    std::vector<std::string_view> wanted;
    for (std::size_t i = 0; i < utf8.size(); i += 3) wanted.push_back(utf8.substr(i, 3));
    std::ranges::sort(wanted);
    std::string decoded;
    for (unsigned lead = 0x81; lead <= 0xFE; ++lead) {
      for (unsigned trail = 0x40; trail <= 0xFE; ++trail) {
        const char bytes[] = {static_cast<char>(lead), static_cast<char>(trail)};
        decoded.clear();
        if (append_utf8(charset, {bytes, 2}, decoded) != 0) continue;
        if (std::ranges::binary_search(wanted, std::string_view(decoded))) {
          pairs_.push_back(static_cast<Pair>(lead << 8 | trail));
        }
      }
    }
  }
  [[nodiscard]] bool contains(unsigned lead, unsigned trail) const {
    return std::ranges::binary_search(pairs_, static_cast<Pair>(lead << 8 | trail));
  }

 private:
  std::vector<Pair> pairs_;  // ascending
};

constexpr double kFrequentBits = 8.5;

unsigned byte_at(std::string_view bytes, std::size_t i) {
  return i < bytes.size() ? static_cast<unsigned char>(bytes[i]) : 0;
}
bool within(unsigned value, unsigned low, unsigned high) { return value >= low && value <= high; }

Step gb18030_step(std::string_view rest, unsigned /*before*/) {
  static const FrequentCharacters frequent(
      Charset::gb18030,
      "的一是不了在人有我他这大来上个国中白黑棋胜目子手局段九八七六五四三二第届杯赛战名圣天元王冠"
      "决半盘循环日本韩围甲级联轮先互让贴共后死活题正确率李张王刘陈杨黄吴周马常小林光武木谷清源曹薰"
      "铉"
      "昌镐年月时分秒好变化定式应此着方法成打吃提角边攻守形势下到对可要就出。，、：；（）？！");
  const unsigned lead = byte_at(rest, 0);
  const unsigned trail = byte_at(rest, 1);
  if (!within(lead, 0x81, 0xFE)) return kBad;
  if (within(trail, 0x30, 0x39)) {
    const bool whole = within(byte_at(rest, 2), 0x81, 0xFE) && within(byte_at(rest, 3), 0x30, 0x39);
    return whole ? Step{4, 36} : kBad;
  }
  if (!within(trail, 0x40, 0xFE) || trail == 0x7F) return kBad;
  if (frequent.contains(lead, trail)) return {2, kFrequentBits};
  if (trail < 0xA1 || lead < 0xA1) return {2, 20.5};       // GBK's further characters
  if (within(lead, 0xB0, 0xD7)) return {2, 12.1};          // level 1, by pronunciation
  if (within(lead, 0xD8, 0xF7)) return {2, 16.6};          // level 2, by radical
  return {2, lead == 0xA1 || lead == 0xA3 ? 11.0 : 17.0};  // punctuation, full width; the rest
}

Step big5_step(std::string_view rest, unsigned /*before*/) {
  static const FrequentCharacters frequent(
      Charset::big5,
      "的一是不了在人有我他這大來上個國中白黑棋勝目子手局段九八七六五四三二第屆盃賽戰名聖天元王冠"
      "決半盤循環日本韓圍級聯輪先互讓貼共後死活題正確率李張劉陳楊黃吳周馬常小林光武木谷清源曹"
      "年月時分秒好變化定式應此著方法成打吃提角邊攻守形勢下到對可要就出。，、：；（）？！");
  const unsigned lead = byte_at(rest, 0);
  const unsigned trail = byte_at(rest, 1);
  if (!within(lead, 0x87, 0xFE)) return kBad;
  if (!within(trail, 0x40, 0x7E) && !within(trail, 0xA1, 0xFE)) return kBad;
  if (frequent.contains(lead, trail)) return {2, kFrequentBits};
  if (within(lead, 0xA4, 0xC6)) return {2, 12.6};
  if (within(lead, 0xA1, 0xA3)) return {2, 11.7};
  return {2, within(lead, 0xC9, 0xF9) ? 17.9 : 21};
}

constexpr std::string_view kFrequentJapanese =
    "の一人日本白黒碁勝目中押段九八七六五四三二第回期局戦名聖天元王座棋因坊十決定挑者半互先込出"
    "手番院関西小林光木谷武宮石田藤沢坂加橋高山川井上村野大年月時分秒。、（）・ー";

Step shift_jis_step(std::string_view rest, unsigned before) {
  static const FrequentCharacters frequent(Charset::shift_jis, kFrequentJapanese);
  const unsigned lead = byte_at(rest, 0);
  const unsigned trail = byte_at(rest, 1);
  const auto is_half_width_katakana = [](unsigned byte) { return within(byte, 0xA1, 0xDF); };
  if (is_half_width_katakana(lead)) return {1, is_half_width_katakana(before) ? 11.6 : 16};
  if (!within(lead, 0x81, 0x9F) && !within(lead, 0xE0, 0xFC)) return kBad;
  if (!within(trail, 0x40, 0xFC) || trail == 0x7F) return kBad;
  if (frequent.contains(lead, trail)) return {2, kFrequentBits};
  if (lead == 0x82 && trail >= 0x9F) return {2, 7.9};  // hiragana
  if (lead == 0x83 && trail <= 0x96) return {2, 8.7};  // katakana
  if (lead <= 0x82) return {2, 11.5};                  // punctuation, full width
  if (within(lead, 0x88, 0x97)) return {2, 12.8};      // kanji, level 1
  return {2, lead == 0x98 || within(lead, 0x99, 0xEA) ? 17.3 : 21};
}

Step euc_jp_step(std::string_view rest, unsigned /*before*/) {
  static const FrequentCharacters frequent(Charset::euc_jp, kFrequentJapanese);
  const unsigned lead = byte_at(rest, 0);
  const unsigned trail = byte_at(rest, 1);
  if (lead == 0x8E) return within(trail, 0xA1, 0xDF) ? Step{2, 14} : kBad;
  if (lead == 0x8F)
    return within(trail, 0xA1, 0xFE) && byte_at(rest, 2) >= 0xA1 ? Step{3, 24} : kBad;
  if (!within(lead, 0xA1, 0xFE) || !within(trail, 0xA1, 0xFE)) return kBad;
  if (frequent.contains(lead, trail)) return {2, kFrequentBits};
  if (lead == 0xA4) return {2, 7.9};
  if (lead == 0xA5) return {2, 8.7};
  if (within(lead, 0xB0, 0xCF)) return {2, 12.8};
  if (within(lead, 0xD0, 0xF4)) return {2, 17.3};
  return {2, lead == 0xA1 || lead == 0xA3 ? 11.5 : 20.0};
}

Step euc_kr_step(std::string_view rest, unsigned /*before*/) {
  static const FrequentCharacters frequent(
      Charset::euc_kr,
      "이의에는을를가하고지다한로도기인사대어자시서수나리아정김박최조강윤장임오신유권황안송전홍"
      "흑백승불계집반덤국제단회배전왕위명천원결승본선예국수프로바둑년월일분초급호영성진현창훈동민"
      "석");
  const unsigned lead = byte_at(rest, 0);
  const unsigned trail = byte_at(rest, 1);
  if (!within(lead, 0x81, 0xFE)) return kBad;
  const bool letter = within(trail, 'A', 'Z') || within(trail, 'a', 'z');
  if (!letter && !within(trail, 0x81, 0xFE)) return kBad;
  if (frequent.contains(lead, trail)) return {2, kFrequentBits};
  if (lead < 0xA1 || trail < 0xA1) return {2, 20.5};  // CP949's rare syllables
  if (within(lead, 0xB0, 0xC8)) return {2, 11.4};     // hangul
  if (within(lead, 0xCA, 0xFD)) return {2, 17.0};     // hanja
  return {2, lead == 0xA1 || lead == 0xA3 ? 12.0 : 20.0};
}

/// Bits of the letters а to я in running Russian text.
constexpr double kRussianBits[32] = {3.7, 6.0, 4.5, 5.9, 5.1, 3.6, 6.7, 6.0, 3.8, 6.4, 4.9,
                                     4.5, 5.0, 3.9, 3.2, 5.2, 4.4, 4.2, 4.0, 5.3, 9.0, 6.7,
                                     7.7, 6.1, 7.2, 8.1, 11., 5.7, 5.9, 8.2, 7.3, 5.6};
/// KOI8-R puts its letters in the order of the Latin alphabet; 0 is а.
constexpr std::uint8_t kKoi8Order[32] = {30, 0,  1,  22, 4,  5,  20, 3,  21, 8,  9,
                                         10, 11, 12, 13, 14, 15, 31, 16, 17, 18, 19,
                                         6,  2,  28, 27, 7,  24, 29, 25, 23, 26};

/// Bits of a Cyrillic letter; capitals are rarer, and rarest inside a word.
double cyrillic_bits(int letter, bool capital, bool after_lower) {
  const double bits = kRussianBits[letter] + 0.8;
  if (!capital) return bits;
  return bits + (after_lower ? 9.0 : 3.0);
}

Step windows_1251_step(std::string_view rest, unsigned before) {
  const unsigned byte = byte_at(rest, 0);
  const bool after_lower = before >= 0xE0;
  if (byte >= 0xC0) {
    return {1, cyrillic_bits(static_cast<int>(byte & 0x1FU), byte < 0xE0, after_lower)};
  }
  const bool known = byte == 0xA8 || byte == 0xB8 || byte == 0xB9 || byte == 0xAB || byte == 0xBB;
  return {1, known ? 10.0 : 15.0};
}

Step koi8_r_step(std::string_view rest, unsigned before) {
  const unsigned byte = byte_at(rest, 0);
  const bool after_lower = within(before, 0xC0, 0xDF);
  if (byte < 0xC0) return {1, byte == 0xA3 || byte == 0xB3 ? 10.0 : 15.0};
  return {1, cyrillic_bits(kKoi8Order[byte & 0x1FU], byte >= 0xE0, after_lower)};
}

/// Letters with marks of western Europe: the small ones stand anywhere in a word, the large ones at
/// its front, or among others.
Step windows_1252_step(std::string_view rest, unsigned before) {
  constexpr std::string_view kFrequent =
      "\xE9\xE8\xEA\xE0\xE1\xE3\xE4\xE5\xE7\xED\xF1\xF3\xF4\xF6\xF8\xFC\xDF\xC9\xD6\xDC\xC5\xC4"
      "\xC1";
  constexpr std::string_view kSigns = "\xA0\xAB\xBB\xB0\xB4\xBD\xBF\xA1\x91\x92\x93\x94\x96";
  const unsigned byte = byte_at(rest, 0);
  if (byte == 0x81 || byte == 0x8D || byte == 0x8F || byte == 0x90 || byte == 0x9D) return kBad;
  const bool is_large = within(byte, 0xC0, 0xDE);
  const bool after_small = within(before, 'a', 'z') || before >= 0xDF;
  const double pair = before >= 0x80 ? 3.5 : 0.0;  // two in a row are rare in every language
  const double case_bits = is_large && after_small ? 4.0 : 0.0;
  if (kFrequent.find(rest.front()) != std::string_view::npos) return {1, pair + case_bits + 9.0};
  if (kSigns.find(rest.front()) != std::string_view::npos) return {1, pair + 11.5};
  return {1, pair + case_bits + (byte >= 0xC0 ? 11.0 : 14.0)};
}

/// UTF-8 with a few broken bytes: a name cut short by a server. What is left of a character there
/// is a lead with some of its bytes; a lead alone is rather a letter of another charset.
Step utf8_step(std::string_view rest, unsigned /*before*/) {
  const unsigned lead = byte_at(rest, 0);
  const std::size_t length = lead >= 0xF0 ? 4 : lead >= 0xE0 ? 3 : 2;
  if (rest.size() >= length && is_utf8(rest.substr(0, length))) {
    return {length, length == 2 ? 7.0 : 11.0};
  }
  const bool lead_alone = lead >= 0xC0 && !within(byte_at(rest, 1), 0x80, 0xBF);
  return {1, lead_alone ? 2.5 * kBadByteBits : kBadByteBits};
}

/// Bits of a border between a character beyond ASCII and a letter of ASCII: most scripts do not mix
/// with Latin inside a word, or only with capitals ("LG杯").
struct BorderBits {
  double small = 0;
  double large = 0;
  [[nodiscard]] double beside(unsigned byte) const {
    if (within(byte, 'a', 'z')) return small;
    return within(byte, 'A', 'Z') ? large : 0;
  }
};
constexpr BorderBits kNoBorder{};
constexpr BorderBits kCyrillicBorder{5, 5};
constexpr BorderBits kEastAsianBorder{6, 2};

struct Candidate {
  Charset charset;
  /// \param before  the byte before `rest`
  Step (*step)(std::string_view rest, unsigned before);
  BorderBits border;
  double bits;  ///< of meeting the charset at all
};
constexpr Candidate kCandidates[] = {
    {Charset::utf8, utf8_step, kNoBorder, 0},
    {Charset::gb18030, gb18030_step, kEastAsianBorder, 0},
    {Charset::shift_jis, shift_jis_step, kEastAsianBorder, 2},
    {Charset::big5, big5_step, kEastAsianBorder, 4},
    {Charset::euc_kr, euc_kr_step, kEastAsianBorder, 5},
    {Charset::euc_jp, euc_jp_step, kEastAsianBorder, 6},
    {Charset::windows_1252, windows_1252_step, kNoBorder, 3},
    {Charset::windows_1251, windows_1251_step, kCyrillicBorder, 6},
    {Charset::koi8_r, koi8_r_step, kCyrillicBorder, 7},
};

/// The cost of reading `text` as a candidate.
double bits_of(const Candidate& candidate, std::string_view text) {
  double bits = 0;
  unsigned before = 0;
  bool before_is_ascii = true;
  while (!text.empty()) {
    const unsigned byte = byte_at(text, 0);
    const bool is_ascii = byte < 0x80;
    const Step step = is_ascii ? Step{1, kAsciiBits} : candidate.step(text, before);
    bits += step.bits;
    if (is_ascii != before_is_ascii) bits += candidate.border.beside(is_ascii ? byte : before);
    before = byte_at(text, step.length - 1);
    before_is_ascii = is_ascii;
    text.remove_prefix(step.length);
  }
  return bits + candidate.bits;
}

/// For a label that is right but for a name cut inside a character.
constexpr double kLabelBonusBits = 30;

/// \param favoured  has a bonus; one that is no candidate counts for nothing.
Charset likeliest(std::string_view text, std::optional<Charset> favoured) {
  Charset best = Charset::windows_1252;
  double best_bits = std::numeric_limits<double>::infinity();
  for (const Candidate& one : kCandidates) {
    const double bits = bits_of(one, text) - (one.charset == favoured ? kLabelBonusBits : 0);
    if (bits < best_bits) {
      best = one.charset;
      best_bits = bits;
    }
  }
  return best;
}

bool is_one_byte(Charset charset) {
  if (is_icu_charset(charset)) return is_one_byte_in_icu(charset);
  return charset >= Charset::windows_1251 && charset <= Charset::ibm866;
}
bool is_utf16(Charset charset) {
  return charset == Charset::utf16le || charset == Charset::utf16be;
}
bool is_seven_bit(Charset charset) {
  return charset == Charset::iso_2022_jp || charset == Charset::iso_2022_kr;
}

/// A label in bytes cannot name UTF-16: the record was brought to bytes after it was written.
std::optional<Charset> named_by(std::string_view label) {
  const std::optional<Charset> charset = find_charset(label);
  return charset && is_utf16(*charset) ? std::nullopt : charset;
}

bool all_of(std::span<const std::string_view> texts, auto fits) {
  return std::ranges::all_of(texts, fits);
}

/// The texts beyond ASCII, a line each, as much of them as a guess needs.
std::string sample_of(std::span<const std::string_view> texts) {
  std::string sample;
  for (const std::string_view text : texts) {
    if (is_ascii(text)) continue;
    sample.append(text.substr(0, kMaxSampleBytes - sample.size())).push_back('\n');
    if (sample.size() >= kMaxSampleBytes) break;
  }
  return sample;
}

/// Takes the beginning of a character off that was cut at the end of a line, if that makes the line
/// valid.
std::optional<std::string_view> without_cut_end(std::string_view line, Charset charset) {
  constexpr std::size_t kMostCutBytes = 3;  // of the four of UTF-8 and GB18030
  for (std::size_t cut = 0; cut <= kMostCutBytes && cut <= line.size(); ++cut) {
    const std::string_view whole = line.substr(0, line.size() - cut);
    if (valid_in(charset, whole)) return whole;
  }
  return std::nullopt;
}

/// True if lines of the texts end inside a character of the charset, all other bytes have a meaning
/// in it, and some of them are characters beyond ASCII.
bool fits_but_for_cut_ends(std::span<const std::string_view> texts, Charset charset) {
  bool has_characters = false;
  for (std::string_view text : texts) {
    while (!is_ascii(text)) {
      const std::string_view line = text.substr(0, text.find('\n'));
      const std::optional<std::string_view> whole = without_cut_end(line, charset);
      if (!whole) return false;
      has_characters |= !is_ascii(*whole);
      text.remove_prefix(std::min(text.size(), line.size() + 1));
    }
  }
  return has_characters;
}

}  // namespace

Charset likeliest_charset(std::string_view text, std::span<const Charset> candidates) {
  const std::string sample = sample_of({&text, 1});
  return *std::ranges::min_element(candidates, {}, [&](Charset charset) {
    const auto* const known = std::ranges::find(kCandidates, charset, &Candidate::charset);
    return known == std::end(kCandidates) ? std::numeric_limits<double>::infinity()
                                          : bits_of(*known, sample);
  });
}

CharsetChoice choose_charset(std::span<const std::string_view> texts,
                             std::optional<std::string_view> label) {
  CharsetChoice choice;
  choice.label_unknown = label && !find_charset(*label);
  const std::optional<Charset> named = label ? named_by(*label) : std::nullopt;
  if (all_of(texts, is_ascii) && !(named && is_seven_bit(*named))) {
    choice.charset = named.value_or(Charset::ascii);
    return choice;
  }
  const bool utf8 = all_of(texts, is_utf8);
  const bool weak_label = named && is_one_byte(*named) && utf8;
  if (named && !weak_label &&
      all_of(texts, [&](std::string_view text) { return valid_in(*named, text); })) {
    choice.charset = *named;
    return choice;
  }
  if (utf8) {
    choice.charset = Charset::utf8;
  } else {
    const bool nearly_right = named && fits_but_for_cut_ends(texts, *named);
    choice.charset = likeliest(sample_of(texts), nearly_right ? named : std::nullopt);
  }
  choice.label_wrong = named && *named != choice.charset;
  return choice;
}

}  // namespace ludex

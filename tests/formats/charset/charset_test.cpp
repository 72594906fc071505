#include "formats/charset/charset.hpp"

#include <gtest/gtest.h>

#include <string>
#include <thread>
#include <vector>

namespace ludex {
namespace {

std::string to_utf8(Charset charset, std::string_view bytes) {
  std::string out;
  append_utf8(charset, bytes, out);
  return out;
}

CharsetChoice choose(std::string_view text, std::optional<std::string_view> label = std::nullopt) {
  const std::string_view texts[] = {"pd", text, "B+R"};
  return choose_charset(texts, label);
}

std::string_view chosen(std::string_view text,
                        std::optional<std::string_view> label = std::nullopt) {
  return charset_name(choose(text, label).charset);
}

/// Texts as in records, in their own bytes.
struct Sample {
  const char* charset;
  const char* utf8;
  const char* bytes;
};
constexpr Sample kSamples[] = {
    {"GB18030", "柯洁 九段 第3届百灵杯世界围棋公开赛",
     "\xBF\xC2\xBD\xE0 \xBE\xC5\xB6\xCE "
     "\xB5\xDA\x33\xBD\xEC\xB0\xD9\xC1\xE9\xB1\xAD\xCA\xC0\xBD\xE7\xCE\xA7\xC6\xE5\xB9\xAB\xBF\xAA"
     "\xC8\xFC"},
    {"GB18030", "罗洗河", "\xC2\xDE\xCF\xB4\xBA\xD3"},
    {"GB18030", "黑中盘胜", "\xBA\xDA\xD6\xD0\xC5\xCC\xCA\xA4"},
    {"Big5", "周俊勳 九段 第二屆 LG 盃世界棋王賽",
     "\xA9P\xABT\xBE\xB1 \xA4\x45\xACq \xB2\xC4\xA4G\xA9\xA1 LG "
     "\xAC\xD7\xA5@\xAC\xC9\xB4\xD1\xA4\xFD\xC1\xC9"},
    {"Big5", "白中盤勝，因為黑棋",
     "\xA5\xD5\xA4\xA4\xBDL\xB3\xD3\xA1\x41\xA6]\xAC\xB0\xB6\xC2\xB4\xD1"},
    {"Shift_JIS", "井山 裕太 九段 第31回テレビ囲碁アジア選手権",
     "\x88\xE4\x8ER \x97T\x91\xBE \x8B\xE3\x92i "
     "\x91\xE6\x33\x31\x89\xF1\x83\x65\x83\x8C\x83r\x88\xCD\x8C\xE9\x83\x41\x83W\x83\x41\x91I\x8E"
     "\xE8"
     "\x8C\xA0"},
    {"Shift_JIS", "本因坊道策", "\x96{\x88\xF6\x96V\x93\xB9\x8D\xF4"},
    {"Shift_JIS", "黒中押し勝ち", "\x8D\x95\x92\x86\x89\x9F\x82\xB5\x8F\x9F\x82\xBF"},
    {"EUC-JP", "井山 裕太の布石について、ここは手を抜くべきでしょう",
     "\xB0\xE6\xBB\xB3 "
     "\xCD\xB5\xC2\xC0\xA4\xCE\xC9\xDB\xC0\xD0\xA4\xCB\xA4\xC4\xA4\xA4\xA4\xC6\xA1\xA2\xA4\xB3\xA4"
     "\xB3\xA4\xCF\xBC\xEA\xA4\xF2\xC8\xB4\xA4\xAF\xA4\xD9\xA4\xAD\xA4\xC7\xA4\xB7\xA4\xE7\xA4"
     "\xA6"},
    {"EUC-KR", "이세돌 9단", "\xC0\xCC\xBC\xBC\xB5\xB9 9\xB4\xDC"},
    {"EUC-KR", "흑 불계승 제3회 삼성화재배",
     "\xC8\xE6 \xBA\xD2\xB0\xE8\xBD\xC2 \xC1\xA6\x33\xC8\xB8 "
     "\xBB\xEF\xBC\xBA\xC8\xAD\xC0\xE7\xB9\xE8"},
    {"windows-1251", "Александр Динерштейн, чемпионат Европы",
     "\xC0\xEB\xE5\xEA\xF1\xE0\xED\xE4\xF0 \xC4\xE8\xED\xE5\xF0\xF8\xF2\xE5\xE9\xED, "
     "\xF7\xE5\xEC\xEF\xE8\xEE\xED\xE0\xF2 \xC5\xE2\xF0\xEE\xEF\xFB"},
    {"KOI8-R", "Александр Динерштейн, чемпионат Европы",
     "\xE1\xCC\xC5\xCB\xD3\xC1\xCE\xC4\xD2 \xE4\xC9\xCE\xC5\xD2\xDB\xD4\xC5\xCA\xCE, "
     "\xDE\xC5\xCD\xD0\xC9\xCF\xCE\xC1\xD4 \xE5\xD7\xD2\xCF\xD0\xD9"},
    {"windows-1252", "Jérôme Salignon, Zürich", "J\xE9r\xF4me Salignon, Z\xFCrich"},
    {"windows-1252", "Grün", "Gr\xFCn"},
};

TEST(Charset, LabelsAreKnownInEverySpelling) {
  const std::pair<const char*, const char*> rows[] = {{"UTF-8", "UTF-8"},
                                                      {"utf8", "UTF-8"},
                                                      {"ISO8859_1", "ISO-8859-1"},
                                                      {"iso-8859-1", "ISO-8859-1"},
                                                      {"latin1", "ISO-8859-1"},
                                                      {"ISO-8859-3", "ISO-8859-3"},
                                                      {"GB2312", "GB18030"},
                                                      {"gbk", "GB18030"},
                                                      {"GB18030", "GB18030"},
                                                      {"Big5", "Big5"},
                                                      {"SHIFT-JIS", "Shift_JIS"},
                                                      {"Shift_JIS", "Shift_JIS"},
                                                      {"sjis", "Shift_JIS"},
                                                      {"MS_KANJI", "Shift_JIS"},
                                                      {"cp932", "Shift_JIS"},
                                                      {"EUC-JP", "EUC-JP"},
                                                      {"eucJP", "EUC-JP"},
                                                      {"EUC-KR", "EUC-KR"},
                                                      {"cp949", "EUC-KR"},
                                                      {"ks_c_5601-1987", "EUC-KR"},
                                                      {"windows-1251", "windows-1251"},
                                                      {"CP1252", "windows-1252"},
                                                      {"koi8-r", "KOI8-R"},
                                                      {"ASCII", "US-ASCII"},
                                                      {"us-ascii", "US-ASCII"}};
  for (const auto& [label, name] : rows) {
    ASSERT_TRUE(find_charset(label)) << label;
    EXPECT_EQ(charset_name(*find_charset(label)), name) << label;
  }
  EXPECT_EQ(find_charset("foo"), std::nullopt);
  EXPECT_EQ(find_charset(""), std::nullopt);
}

TEST(Charset, LabelsThatIcuKnowsAreKnown) {
  const std::pair<const char*, const char*> rows[] = {{"macintosh", "macintosh"},
                                                      {"Mac Roman", "macintosh"},
                                                      {"x-mac-cyrillic", "x-mac-cyrillic"},
                                                      {"x-mac-ce", "x-mac-centraleurroman"},
                                                      {"x-mac-japanese", "Shift_JIS"},
                                                      {"cp437", "IBM437"},
                                                      {"windows-1255", "windows-1255"},
                                                      {"hp-roman8", "hp-roman8"},
                                                      {"iso-ir-6", "US-ASCII"},
                                                      {"iso-ir-100", "ISO-8859-1"},
                                                      {"ISO_IR 101", "ISO-8859-2"},
                                                      {"iso-ir-144", "ISO-8859-5"},
                                                      {"iso-ir-58", "GB18030"},
                                                      {"iso-ir-149", "EUC-KR"},
                                                      {"csISOLatin2", "ISO-8859-2"},
                                                      {"csKOI8R", "KOI8-R"}};
  for (const auto& [label, name] : rows) {
    ASSERT_TRUE(find_charset(label)) << label;
    EXPECT_EQ(charset_name(*find_charset(label)), name) << label;
    EXPECT_EQ(find_charset(name), find_charset(label)) << "a stored name is a label again";
  }
  for (const char* ascii_means_else : {"UTF-7", "HZ-GB-2312", "ebcdic-cp-us", "ISO-2022-CN"}) {
    EXPECT_EQ(find_charset(ascii_means_else), std::nullopt) << ascii_means_else;
  }
}

TEST(Charset, ALabelThatIcuKnowsIsTakenWhereTheBytesFit) {
  EXPECT_EQ(chosen("s\x9Ah\x9An Ren\x8E", "macintosh"), "macintosh");
  EXPECT_EQ(to_utf8(find_charset("macintosh").value(), "s\x9Ah\x9An Ren\x8E"), "söhön René");
  EXPECT_EQ(to_utf8(find_charset("x-mac-cyrillic").value(), "\x88\xE3\xF0\xE0"), "Игра");
  EXPECT_EQ(chosen("söhön", "macintosh"), "UTF-8") << "any bytes fit it";
  EXPECT_TRUE(choose("söhön", "macintosh").label_wrong);
  EXPECT_EQ(chosen("Z\xFCrich", "iso-ir-100"), "ISO-8859-1");
  const Charset thai = find_charset("windows-874").value();
  EXPECT_EQ(to_utf8(thai, "a\xA1\xA2"), "aกข");
  const Charset euc_tw = find_charset("euc-tw").value();
  EXPECT_FALSE(valid_in(euc_tw, "a\xC4"));
  std::string out;
  EXPECT_EQ(append_utf8(euc_tw, "a\xC4", out), 1u);
  EXPECT_EQ(out, "a\\xC4");
}

TEST(Charset, IsGuessedFromTheBytesAlone) {
  for (const Sample& sample : kSamples) {
    EXPECT_EQ(chosen(sample.bytes), sample.charset) << sample.utf8;
  }
}

TEST(Charset, AShortNameOfWesternEuropeIsLatin) {
  for (const char* name : {"s\xF6h\xF6n",
                           "S\xF6h\xF6n",
                           "\xC5ke",
                           "\xC4rger",
                           "\xC1ngel",
                           "\xC7\x65lik",
                           "\xC9ric",
                           "\xD8yvind",
                           "\xDArsula",
                           "No\xEBl",
                           "Lo\xEF\x63",
                           "Jo\xE3o",
                           "S\xE3o",
                           "Araujo \xD3scar",
                           "M\xFC\xDFig",
                           "\xC1\x64\xE1m",
                           "\xC4\xE4kk\xF6nen",
                           "gr\xFC\xDF\x65",
                           "\xFC\x62\x65r",
                           "na\xEFve",
                           "Gu\xF0mundur",
                           "5\xBD",
                           "2\xB0",
                           "\xA1hola!"}) {
    EXPECT_EQ(chosen(name), "windows-1252") << to_utf8(Charset::windows_1252, name);
  }
}

TEST(Charset, TextComesOutAsUtf8) {
  for (const Sample& sample : kSamples) {
    EXPECT_EQ(to_utf8(*find_charset(sample.charset), sample.bytes), sample.utf8);
  }
}

TEST(Charset, ALabelThatFitsIsTaken) {
  for (const Sample& sample : kSamples) {
    const CharsetChoice choice = choose(sample.bytes, sample.charset);
    EXPECT_EQ(charset_name(choice.charset), sample.charset) << sample.utf8;
    EXPECT_FALSE(choice.label_wrong);
  }
  EXPECT_EQ(chosen("\xB1\xB2", "ISO-8859-2"), "ISO-8859-2");
}

TEST(Charset, AWrongLabelIsNoticed) {
  for (const Sample& sample : kSamples) {
    const CharsetChoice choice = choose(sample.bytes, "UTF-8");
    EXPECT_EQ(charset_name(choice.charset), sample.charset) << sample.utf8;
    EXPECT_TRUE(choice.label_wrong) << sample.utf8;
    EXPECT_FALSE(choice.label_unknown);
  }
  EXPECT_TRUE(choose("\xE9t\xE9", "US-ASCII").label_wrong);
}

TEST(Charset, AnUnknownLabelIsNoticed) {
  const CharsetChoice choice = choose("Zürich", "foo");
  EXPECT_EQ(choice.charset, Charset::utf8);
  EXPECT_TRUE(choice.label_unknown);
  EXPECT_FALSE(choice.label_wrong);
}

TEST(Charset, WellFormedUtf8WinsAgainstALabelThatFitsAnyBytes) {
  EXPECT_EQ(chosen("黒中押し勝ち"), "UTF-8");
  EXPECT_EQ(chosen("Zürich", "ISO-8859-1"), "UTF-8");
  EXPECT_TRUE(choose("Zürich", "ISO-8859-1").label_wrong);
  EXPECT_EQ(chosen("Z\xFCrich", "ISO-8859-1"), "ISO-8859-1");
}

TEST(Charset, OneNameCutInsideACharacterDoesNotSpoilTheRecord) {
  EXPECT_EQ(chosen("이세돌 9단 vs 박정환 \xEA\xB3", "UTF-8"), "UTF-8");
  EXPECT_EQ(chosen("\xBF\xC2\xBD\xE0 \xBE\xC5\xB6\xCE \xB5\xDA\xB6\xFE\xBD\xEC\xB1", "GB2312"),
            "GB18030");
}

TEST(Charset, ALabelIsNotCalledWrongWhereItIsTaken) {
  const CharsetChoice cut =
      choose("\xBF\xC2\xBD\xE0 \xBE\xC5\xB6\xCE \xB5\xDA\xB6\xFE\xBD\xEC\xB1", "GB2312");
  EXPECT_EQ(cut.charset, Charset::gb18030);
  EXPECT_FALSE(cut.label_wrong);
  for (const char* label : {"Shift_JIS", "GBK", "Big5", "EUC-KR", "EUC-JP", "UTF-8"}) {
    for (const Sample& sample : kSamples) {
      const CharsetChoice choice = choose(sample.bytes, label);
      EXPECT_EQ(choice.label_wrong, choice.charset != find_charset(label))
          << sample.utf8 << ' ' << label;
    }
  }
}

TEST(Charset, ALabelInWhichTheBytesAreInvalidDoesNotWin) {
  for (const char* label : {"Shift_JIS", "GBK", "Big5", "EUC-KR", "EUC-JP", "UTF-8"}) {
    EXPECT_EQ(chosen("Jos\xE9 M\xFCller fa\xE7\x61\x64\x65", label), "windows-1252") << label;
    EXPECT_EQ(chosen("Jos\xE9", label), "windows-1252") << label;
  }
  EXPECT_EQ(chosen("\xD0\xA1\xC1\xD6\xB9\xE2\xD2\xBB \xBE\xC5\xB6\xCE\xFF", "Shift_JIS"),
            "GB18030");
}

TEST(Charset, AsciiNeedsNoGuess) {
  EXPECT_EQ(chosen("Cho Chikun"), "US-ASCII");
  EXPECT_EQ(chosen("Cho Chikun", "UTF-8"), "UTF-8");
  EXPECT_EQ(chosen("Cho Chikun", "UTF-16"), "US-ASCII");
}

TEST(Charset, WhatIsReadAsUtf8IsUtf8) {
  std::string out;
  EXPECT_EQ(append_utf8(Charset::utf8, "a\xF9\x9F\x9F\x9F\x9F\xC3\xA9\xED\xA0\x80", out), 8u);
  EXPECT_EQ(out, "a\\xF9\\x9F\\x9F\\x9F\\x9F\xC3\xA9\\xED\\xA0\\x80")
      << "five bytes are no character";
}

TEST(Charset, BytesThatFitNothingStayVisibleAndAreCounted) {
  std::string out = "> ";
  EXPECT_EQ(append_utf8(Charset::utf8,
                        "a\xFF"
                        "b\xE9",
                        out),
            2u);
  EXPECT_EQ(out, "> a\\xFF\x62\\xE9");
  out.clear();
  EXPECT_EQ(append_utf8(Charset::gb18030, "\xD6\xD0\xB9", out), 1u);
  EXPECT_EQ(out, "中\\xB9");
  out.clear();
  EXPECT_EQ(append_utf8(Charset::windows_1252, "\x81\xE9", out), 1u);
  EXPECT_EQ(out, "\\x81é");
}

TEST(Charset, IsValidOnlyWhereEveryByteHasAMeaning) {
  EXPECT_TRUE(valid_in(Charset::ascii, "abc"));
  EXPECT_FALSE(valid_in(Charset::ascii, "\x80"));
  EXPECT_TRUE(valid_in(Charset::shift_jis, "\x90\x5C"));
  EXPECT_FALSE(valid_in(Charset::shift_jis, "\x90"));
  EXPECT_FALSE(valid_in(Charset::euc_jp, "\x90\x5C"));
  EXPECT_TRUE(valid_in(Charset::iso_2022_jp, "\x1B$B0f;3\x1B(B"));
}

TEST(Charset, Utf8IsCheckedToTheLetter) {
  for (const char* good : {"", "a", "é", "한", "\xF0\x9F\x98\x80", "abcdefgh\xC3\xA9ijklmnop",
                           "\xEE\x80\x80", "\xF4\x8F\xBF\xBF"}) {
    EXPECT_TRUE(is_utf8(good)) << good;
  }
  for (const char* bad :
       {"\x80", "\xC0\x80", "\xC1\xBF", "\xE0\x80\x80", "\xED\xA0\x80", "\xC3", "\xE2\x82",
        "\xF0\x80\x80\x80", "\xF4\x90\x80\x80", "\xF5\x80\x80\x80", "abcdefgh\xC3(", "\xFF"}) {
    EXPECT_FALSE(is_utf8(bad));
  }
}

TEST(Charset, AsciiIsFoundAtEveryLengthAndPlace) {
  for (std::size_t size = 0; size < 200; ++size) {
    std::string text(size, 'a');
    EXPECT_TRUE(is_ascii(text));
    for (std::size_t at = 0; at < size; at += 7) {
      text[at] = '\x80';
      EXPECT_FALSE(is_ascii(text)) << size << ' ' << at;
      text[at] = 'a';
    }
  }
}

TEST(Charset, UnicodeOfTwoBytesIsDecoded) {
  using namespace std::string_literals;
  EXPECT_EQ(to_utf8(Charset::utf16le, "A\0\x2D\x4E"s), "A中");
  EXPECT_EQ(to_utf8(Charset::utf16be, "\0A\x4E\x2D"s), "A中");
}

TEST(Charset, ThreadsDoNotDisturbEachOther) {
  std::vector<std::jthread> threads;
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([] {
      for (int round = 0; round < 50; ++round) {
        for (const Sample& sample : kSamples) {
          EXPECT_EQ(chosen(sample.bytes), sample.charset);
          EXPECT_EQ(to_utf8(*find_charset(sample.charset), sample.bytes), sample.utf8);
        }
      }
    });
  }
}

TEST(Encoding, GivesEveryCharacterOfWindows31JAsItIsRead) {
  std::size_t characters = 0;
  for (int lead = 0x81; lead <= 0xFC; ++lead) {
    for (int trail = 0x40; trail <= 0xFC; ++trail) {
      const std::string code = {static_cast<char>(lead), static_cast<char>(trail)};
      if (!valid_in(Charset::shift_jis, code)) continue;
      const std::string text = to_utf8(Charset::shift_jis, code);
      std::string bytes;
      ASSERT_EQ(append_in_charset(Charset::shift_jis, text, "?", bytes), 0U) << text;
      ASSERT_EQ(to_utf8(Charset::shift_jis, bytes), text);
      ++characters;
    }
  }
  EXPECT_GT(characters, 9000U);
}

TEST(Encoding, WritesWhatWindowsWrites) {
  const auto in_sjis = [](std::string_view text) {
    std::string bytes;
    append_in_charset(Charset::shift_jis, text, "\x81\xAC", bytes);
    return bytes;
  };
  EXPECT_EQ(in_sjis("髙"), "\xFB\xFC");
  EXPECT_EQ(in_sjis("①Ⅷ"), "\x87\x40\x87\x5B");
  EXPECT_EQ(in_sjis("ｱa\n"),
            "\xB1"
            "a\n");
  EXPECT_EQ(in_sjis("〜−"), "\x81\x60\x81\x7C") << "as other systems write ～ and －";
  EXPECT_EQ(in_sjis("x☗😀"), "x\x81\xAC\x81\xAC");
}

TEST(Encoding, CountsWhatACharsetLacks) {
  std::string bytes;
  EXPECT_EQ(append_in_charset(Charset::windows_1252, "Gérard 村上 €", "?", bytes), 2U);
  EXPECT_EQ(bytes, "G\xE9rard ?? \x80");
}

}  // namespace
}  // namespace ludex

#include "formats/values/date_value.hpp"

#include "support/cpu_seconds.hpp"
#include "support/sanitized.hpp"

#include <gtest/gtest.h>

#include <cstddef>
#include <ostream>
#include <string>

namespace ludex {

void PrintTo(const DateRange& range, std::ostream* out) {
  *out << to_iso(range.from) << ".." << to_iso(range.to) << " precision "
       << static_cast<int>(range.precision);
}

namespace {

DateRange day(int year, int month, int number) {
  const Day day = make_day(year, month, number);
  return {day, day, DatePrecision::day};
}
DateRange month(int year, int number) {
  return {make_day(year, number, 1), make_day(year, number, days_in_month(year, number)),
          DatePrecision::month};
}
DateRange year(int number) {
  return {make_day(number, 1, 1), make_day(number, 12, 31), DatePrecision::year};
}
DateRange range(Day from, Day to) { return {from, to, DatePrecision::range}; }

struct DateRow {
  const char* raw;
  DateRange meant;
};

void expect_dates(std::initializer_list<DateRow> rows) {
  for (const DateRow& row : rows)
    EXPECT_EQ(parse_date(row.raw), row.meant) << '"' << row.raw << '"';
}

TEST(Date, OneDayMonthOrYearIsAsExactAsItIsWritten) {
  expect_dates({{"1996-05-06", day(1996, 5, 6)},
                {"1996-05", month(1996, 5)},
                {"1996-02", month(1996, 2)},
                {"1996", year(1996)},
                {"0900-01-01", day(900, 1, 1)}});
}

TEST(Date, ShortcutsOfTheTextLeanOnTheDateBefore) {
  expect_dates({{"1996-05,06", range(19960501, 19960630)},
                {"1996-05-06,07,08", range(19960506, 19960508)},
                {"1996,1997", range(19960101, 19971231)},
                {"1996-12-27,28,1997-01-03,04", range(19961227, 19970104)},
                {"1996-05-06,06-07", range(19960506, 19960607)},
                {"1996-05-06,06-07,08", range(19960506, 19960608)},
                {"2002-10-23,24", range(20021023, 20021024)},
                {"1996-05-06,1996-05-06", day(1996, 5, 6)}});
}

TEST(Date, ReadsOtherSeparatorsAndTimesOfDay) {
  expect_dates({{"2018.04.28", day(2018, 4, 28)},
                {"2005.12.31 23:55", day(2005, 12, 31)},
                {"2017-01-04 22:33:00", day(2017, 1, 4)},
                {"2017-04-03T20:19:36.622069344+00:00", day(2017, 4, 3)},
                {"2017-04-03T20:19:36Z", day(2017, 4, 3)},
                {"1990/01/01", day(1990, 1, 1)},
                {"2000/4/11", day(2000, 4, 11)},
                {"2001/10/11 21:22:51 UT", day(2001, 10, 11)},
                {"2000-9-29", day(2000, 9, 29)},
                {"1987-07-2", day(1987, 7, 2)},
                {"1999 6 27", day(1999, 6, 27)},
                {"20030506", day(2003, 5, 6)},
                {" 2003-05-06 ", day(2003, 5, 6)},
                {"２００３－０５－０６", day(2003, 5, 6)},
                {"2003.05.??", month(2003, 5)},
                {"2003.??.??", year(2003)},
                {"2003-05-?", month(2003, 5)},
                {"2003-05-00", month(2003, 5)}});
}

TEST(Date, APlainDayIsReadAsOneWithABlankAfterIt) {
  for (const char* const raw :
       {"2005.12.31", "2005.12.31 23:55", "2005/12/31 23:55:07", "2005-12-31 99:99", "2005-12/31",
        "2005-13-31", "2005.02.30 10:00", "0000-01-01", "2005-12-31 1:55",
        "2005-12-31 23:55:", "2005.12.00"}) {
    EXPECT_EQ(parse_date(raw), parse_date(std::string(raw) + " ")) << raw;
  }
}

TEST(Date, ATimeInBracketsAndSpacesAfterMarksSayNothingAboutTheDay) {
  expect_dates({{"20060503 [17:02]", day(2006, 5, 3)},
                {"20060503 [17:02", day(2006, 5, 3)},
                {"2006-05-03 [17:02:33]", day(2006, 5, 3)},
                {"2009. 10. 11", day(2009, 10, 11)},
                {"2009. 10. 11.", day(2009, 10, 11)},
                {"2009. 10", month(2009, 10)},
                {"2006- 5- 3", day(2006, 5, 3)},
                {"2009/ 10/ 11", day(2009, 10, 11)},
                {"11. 10. 2009", range(20091011, 20091110)},
                {"2009. 10. 11 - 2009. 10. 12", range(20091011, 20091012)},
                {"2009.10.11. 2009.10.13.", range(20091011, 20091013)},
                {"1996-05-06 - 1996-06-01", range(19960506, 19960601)},
                {"2009. 10. 11 오후 3:15", day(2009, 10, 11)},
                {"2009年10月11日 上午 9:30", day(2009, 10, 11)},
                {"2009년 10월 11일 일요일", day(2009, 10, 11)},
                {"2009年10月11日 日曜日", day(2009, 10, 11)},
                {"2009年10月11日 星期日", day(2009, 10, 11)},
                {"2009-10-11 17:02:33 +0900", day(2009, 10, 11)},
                {"2009-10-11 17:02:33 -0500", day(2009, 10, 11)},
                {"2009-10-11 9:30 - 2010-01-02", range(20091011, 20100102)},
                {"2009/10/11 17時30分", day(2009, 10, 11)},
                {"2009년 10월 11일 오후 3시", day(2009, 10, 11)},
                {"2009-10-11 12h30", day(2009, 10, 11)},
                {"20060503 [TV]", {}}});
}

TEST(Date, RangesReachFromTheFirstDayToTheLast) {
  expect_dates({{"1996-05-06~1996-05-09", range(19960506, 19960509)},
                {"1996-05-06..08", range(19960506, 19960508)},
                {"1996-05-06 - 1996-06-01", range(19960506, 19960601)},
                {"1996-05-06 to 1996-06-01", range(19960506, 19960601)},
                {"1939.12.06-07", range(19391206, 19391207)},
                {"1931.03.31-04.01", range(19310331, 19310401)},
                {"1929.06.10,12,15", range(19290610, 19290615)},
                {"1929.08.04,08.14", range(19290804, 19290814)},
                {"1998〜1999", range(19980101, 19991231)},
                {"1998-1999", range(19980101, 19991231)}});
}

TEST(Date, ReadsMonthsByName) {
  expect_dates({{"April 8, 2023", day(2023, 4, 8)},
                {"Jan 1, 1968", day(1968, 1, 1)},
                {"27 June 1999", day(1999, 6, 27)},
                {"27th of June, 1999", day(1999, 6, 27)},
                {"Sept. 1999", month(1999, 9)},
                {"May 12-14, 2003", range(20030512, 20030514)},
                {"12-14 May 2003", range(20030512, 20030514)},
                {"May 30 - June 2, 2003", range(20030530, 20030602)},
                {"Sat Nov 21 12:58:31 2026", day(2026, 11, 21)},
                {"5-May-2003", day(2003, 5, 5)}});
}

TEST(Date, DayFirstIsTakenOnlyWhereTheMonthIsBeyondDoubt) {
  expect_dates({{"19.11.2002", day(2002, 11, 19)},
                {"12/26/1998", day(1998, 12, 26)},
                {"26 12 1998", day(1998, 12, 26)},
                {"05/05/2003", day(2003, 5, 5)},
                {"05/2003", month(2003, 5)},
                {"04/05/2003", range(20030405, 20030504)}});
}

TEST(Date, ReadsEastAsianDates) {
  expect_dates({{"1935年9月7日", day(1935, 9, 7)},
                {"1935年9月", month(1935, 9)},
                {"1926年", year(1926)},
                {"1935年9月7日、8日", range(19350907, 19350908)},
                {"1935年9月7日至10月3日", range(19350907, 19351003)},
                {"2003년 5월 6일", day(2003, 5, 6)},
                {"昭和10年9月7日", day(1935, 9, 7)},
                {"昭和10年(1935年)9月7日", day(1935, 9, 7)},
                {"昭和10年 1935-09-07", day(1935, 9, 7)},
                {"平成元年5月6日", day(1989, 5, 6)},
                {"天保6年 (1835年7月)", month(1835, 7)},
                {"天保6年", {}}});
}

TEST(Date, BroadcastsAndNewspapersAreNoPlayingDates) {
  expect_dates({{"1935年9月7日播放", {}},
                {"broadcast 1990-05-06", {}},
                {"1932年(时事新报2月20日至3月13日连载)", year(1932)},
                {"1990-05-06 (broadcast 1990-06-01)", day(1990, 5, 6)}});
}

TEST(Date, WhatIsNotUnderstoodIsUnknownAndNeverInvented) {
  expect_dates({{"", {}},
                {"?", {}},
                {"unknown", {}},
                {"2003-02-30", {}},
                {"2002-08-022", {}},
                {"2002-008-02", {}},
                {"2002-08-2002", {}},
                {"20020506-07", {}},
                {"2003-13-01", {}},
                {"0000-00-00", {}},
                {"12.26.98", {}},
                {"98-12-26", {}},
                {"202002-5-12", {}},
                {"05-06", {}},
                {"ca. 1650", {}},
                {"1996-05-06,xx", {}},
                {"spring 2003", {}},
                {"2003-05-06-07-08", {}},
                {"2001-1998", {}},
                {"2001〜1998", {}},
                {"2001.05.03-1998.02.01", {}},
                {"1998.12.30-1.2", {}},
                {"1998年3月5日~3日", {}},
                {"1996,05-06", {}},
                {"99999999999", {}},
                {"02/31/2003", {}}});
}

TEST(Date, OfManyDigitsOrBlanksTakesTimeInProportion) {
  const auto count = static_cast<std::size_t>(test::many(200'000));
  std::string days = std::string(count, '1') + '.';
  for (std::size_t i = 0; i < count; ++i) days += "日";
  std::string brackets = "2001";
  for (std::size_t i = 0; i < count; ++i) brackets += "()";
  EXPECT_LT(test::cpu_seconds([&] { EXPECT_FALSE(parse_date(days).known()); }), 5);
  EXPECT_LT(test::cpu_seconds([&] { EXPECT_EQ(parse_date(brackets), year(2001)); }), 5);
}

}  // namespace
}  // namespace ludex

#include "engine/verify/verify.hpp"

#include "engine/verify/checks.hpp"
#include "engine/verify/findings.hpp"
#include "pipeline/threads.hpp"

namespace ludex {

VerifyReport verify_database(Database& database, const FindingVisitor& visit) {
  require_threads(static_cast<std::size_t>(thread_count(0)));
  VerifyReport report;
  Findings findings(visit);
  const ReadTransaction snapshot(database.sql());
  VerifiedDatabase verified{database.sql(), findings, report};
  findings.check("counters", [&] {
    verified.end_game = database.next_id("game");
    verified.end_posting = database.next_id("posting");
    verified.posted = database.next_id("posted");
    report.gap = verified.end_posting - verified.posted;
    if (report.gap < 0) findings.add_damage("counters: more positions are posted than exist");
  });
  check_tables(verified);
  check_facts(verified);
  check_rows(verified);
  check_texts(verified);
  check_words(verified);
  check_positions(verified);
  check_moment_counts(verified);
  check_duplicates(verified);
  report.findings = findings.count();
  return report;
}

}  // namespace ludex

#include "pipeline/source_plan.hpp"

#include "ludex/core/error.hpp"
#include "ludex/source/fingerprint.hpp"
#include "pipeline/damage_basis.hpp"

#include <fmt/format.h>

#include <charconv>
#include <filesystem>
#include <set>

namespace ludex {
namespace {

/// The options that change what is stored, in one fixed form.
std::string stored_options(const IndexOptions& options) {
  return fmt::format("format={} charset={} text={}", options.format, options.charset,
                     options.keep_text ? "yes" : "no");
}

std::string to_text(const Fingerprint& print) {
  return fmt::format("{}:{}", print.size_bytes, print.hash);
}

Fingerprint parse_fingerprint(const std::string& text) {
  Fingerprint print;
  const char* end = text.data() + text.size();
  const auto [rest, error] = std::from_chars(text.data(), end, print.size_bytes);
  if (error == std::errc{} && rest != end) print.hash.assign(rest + 1, end);
  return print;
}

/// The one spelling of a path that a source is known by.
std::string path_of(const SourceName& name, const IndexOptions& options) {
  if (!name.is_stdin) return std::filesystem::weakly_canonical(name.path).string();
  return options.stdin_name.empty() ? std::string() : "stdin:" + options.stdin_name;
}

SourceRow new_row(const SourceName& name, const std::string& fingerprint, std::int64_t bytes,
                  const IndexOptions& options) {
  SourceRow row;
  row.name = name.path;
  row.path = path_of(name, options);
  row.fingerprint = fingerprint;
  row.bytes = bytes;
  row.options = stored_options(options);
  row.variations = options.variations;
  return row;
}

/// A new generation of `old`, out of sight until it is complete.
void replace(SourcePlan& plan, const SourceRow& old, SourceRow fresh) {
  fresh.hidden = true;
  fresh.replaces = old.id;
  plan.row = std::move(fresh);
}

/// More bytes at the end of what is there: read on from the last record.
void read_on(SourcePlan& plan, SourceRow old, const SourceRow& fresh) {
  old.junk_bytes -= old.tail_bytes;
  old.stream_bytes -= old.tail_bytes;
  old.tail_bytes = 0;
  old.fingerprint = fresh.fingerprint;
  old.bytes = fresh.bytes;
  old.damaged_at.reset();
  old.damage.clear();
  old.damage_basis.clear();
  plan.row = std::move(old);
}

/// Reads a damaged source of the same size and fingerprint again, if that may give more.
bool reads_damaged_again(SourcePlan& plan, const SourceRow& old, SourceRow fresh,
                         const ReadingLimits& limits) {
  if (old.state != SourceState::damaged) return false;
  const bool same_file = is_same_file(old.damage_basis, plan.file_times);
  if (same_file && !allows_more(old.damage_basis, limits)) return false;
  if (same_file && old.resumable) {
    read_on(plan, old, fresh);
    return true;
  }
  fresh.variations = fresh.variations || old.variations;
  replace(plan, old, std::move(fresh));
  return true;
}

void compare_done(SourcePlan& plan, const SourceRow& old, SourceRow fresh,
                  const ReadingLimits& limits) {
  if (old.fingerprint == fresh.fingerprint && old.options == fresh.options &&
      old.state != SourceState::loading) {
    if (reads_damaged_again(plan, old, fresh, limits)) return;
    const bool more = fresh.variations && !old.variations;
    plan.action = more ? SourcePlan::Action::add_variations : SourcePlan::Action::known;
    plan.row = old;
    return;
  }
  const bool same_way = old.options == fresh.options && (old.variations || !fresh.variations);
  if (same_way && old.resumable && has_grown(plan.name.path, parse_fingerprint(old.fingerprint))) {
    read_on(plan, old, fresh);
    return;
  }
  replace(plan, old, std::move(fresh));
}

void plan_file(SourceTable& table, SourcePlan& plan, const IndexOptions& options) {
  plan.file_times = file_times(plan.name.path);
  const Fingerprint print = fingerprint_of(plan.name.path);
  const ReadingLimits limits = reading_limits(options);
  SourceRow fresh =
      new_row(plan.name, to_text(print), static_cast<std::int64_t>(print.size_bytes), options);
  const auto generations = table.find_by_path(fresh.path);
  for (const SourceRow& row : generations) {  // an earlier run was cut off in it
    if (row.state == SourceState::loading && row.fingerprint == fresh.fingerprint &&
        row.options == fresh.options && row.variations == fresh.variations) {
      plan.row = row;
      return;
    }
  }
  for (const SourceRow& row : generations) {
    if (!row.hidden) return compare_done(plan, row, std::move(fresh), limits);
  }
  for (const SourceRow& row : table.find_by_fingerprint(fresh.fingerprint)) {
    const bool moved = !row.hidden && row.options == fresh.options &&
                       row.state != SourceState::loading && !std::filesystem::exists(row.path);
    if (!moved) continue;
    table.rename(row.id, plan.name.path, fresh.path);
    return compare_done(plan, row, std::move(fresh), limits);
  }
  plan.row = std::move(fresh);
}

void plan_stdin(SourceTable& table, SourcePlan& plan, const IndexOptions& options) {
  plan.name.path = options.stdin_name.empty() ? "(standard input)" : options.stdin_name;
  SourceRow fresh = new_row(plan.name, "", 0, options);
  if (options.stdin_name.empty()) {
    plan.row = std::move(fresh);
    return;
  }
  const auto generations = table.find_by_path(fresh.path);
  for (const SourceRow& row : generations) {
    if (row.state == SourceState::loading && row.options == fresh.options &&
        row.variations == fresh.variations) {
      plan.row = row;
      return;
    }
  }
  for (const SourceRow& row : generations) {
    if (!row.hidden) return replace(plan, row, std::move(fresh));
  }
  plan.row = std::move(fresh);
}

}  // namespace

std::vector<SourcePlan> plan_sources(SourceTable& table, const std::vector<SourceName>& names,
                                     const IndexOptions& options) {
  std::vector<SourcePlan> plans;
  plans.reserve(names.size());
  std::set<std::string> paths;
  for (const SourceName& name : names) {
    if (!name.is_stdin && !paths.insert(path_of(name, options)).second) continue;
    SourcePlan& plan = plans.emplace_back();
    plan.name = name;
    try {
      name.is_stdin ? plan_stdin(table, plan, options) : plan_file(table, plan, options);
    } catch (const SourceError& error) {
      plan.action = SourcePlan::Action::failed;
      plan.message = error.what();
    }
  }
  return plans;
}

}  // namespace ludex

#include "query/names/name_suggestions.hpp"

#include "query/names/name_groups.hpp"
#include "store/sql/sql_connection.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <span>
#include <tuple>

namespace ludex {
namespace {

constexpr double kMostForOpponents = 0.3;
constexpr double kSameYears = 0.05;
constexpr double kOfSpelling = 0.95;  // what names of one normal form score
constexpr int kYearsOfALife = 70;
constexpr int kYearsBetween = 30;

std::string_view word_of(Likeness likeness) {
  constexpr std::array<std::string_view, 10> kWords = {
      "spelling", "spacing",      "script",   "order",  "reading",
      "part",     "romanisation", "initials", "typing", "homophone"};
  return kWords[static_cast<std::size_t>(likeness)];
}

/// Facts about a pair besides its names.
struct Evidence {
  double score = 0;
  NameCompany::Shared shared{};
  std::string text{};
};

class Suggester {
 public:
  Suggester(SqlConnection& sql, NameKind kind, double least_score)
      : bearers_(sql, kind), least_score_(least_score) {
    const bool of_people = kind == NameKind::player;
    pairs_ = find_like_pairs(bearers_, of_people);
    lessen_ambiguous_initials();
    std::erase_if(pairs_, [&](const LikePair& pair) {
      return pair.like.score + kMostForOpponents + kSameYears < least_score_;
    });
    if (of_people) company_.emplace(sql, bearers_, wanted_ = bearers_of_interest());
  }

  NameSuggestions run() {
    std::vector<NameLink> links;
    for (const LikePair& pair : pairs_) {
      if (company_ && company_->played(pair.one, pair.other)) {
        ++result_.played_each_other;
        continue;
      }
      Evidence evidence = weigh(pair);
      if (evidence.score < least_score_) continue;
      links.push_back({pair.one, pair.other, evidence.score, evidence_.size()});
      evidence_.push_back(std::move(evidence));
    }
    groups_ = join_names(bearers_, company_ ? &*company_ : nullptr, std::move(links));
    write_rows();
    return std::move(result_);
  }

 private:
  /// Opponents and lifetimes say something about players only.
  [[nodiscard]] Evidence weigh(const LikePair& pair) const {
    Evidence evidence{.score = pair.like.score, .text = std::string(word_of(pair.like.likeness))};
    weigh_years(bearers_.all()[pair.one], bearers_.all()[pair.other], evidence);
    if (!company_) return evidence;
    evidence.shared = company_->shared(pair.one, pair.other);
    evidence.score += std::min(kMostForOpponents, 0.25 * evidence.shared.weight);
    if (evidence.shared.opponents > 0) {
      evidence.text += fmt::format(", {} {} shared", evidence.shared.opponents,
                                   evidence.shared.opponents == 1 ? "opponent" : "opponents");
    }
    evidence.score = std::min(evidence.score, 0.99);
    return evidence;
  }
  void weigh_years(const NameBearer& a, const NameBearer& b, Evidence& evidence) const {
    if (a.first_year == 0 || b.first_year == 0) return;
    const int between = std::max(a.first_year, b.first_year) - std::min(a.last_year, b.last_year);
    const int span = std::max(a.last_year, b.last_year) - std::min(a.first_year, b.first_year);
    if (between <= 0) {
      evidence.score += kSameYears;
      evidence.text += ", same years";
    } else if (company_ && (between > kYearsBetween || span > kYearsOfALife)) {
      evidence.score -= 0.3;
      evidence.text += fmt::format(", {} years between", between);
    }
  }

  /// `J. Smith` does not mean John Smith if there is also a Jack Smith.
  void lessen_ambiguous_initials() {
    std::vector<int> others(bearers_.all().size());
    const auto is_of_initials = [](const LikePair& pair) {
      return pair.like.likeness == Likeness::initials;
    };
    for (const LikePair& pair : pairs_) {
      if (!is_of_initials(pair)) continue;
      ++others[pair.one];
      ++others[pair.other];
    }
    for (LikePair& pair : pairs_) {
      if (is_of_initials(pair) && std::max(others[pair.one], others[pair.other]) > 1) {
        pair.like.score -= 0.2;
      }
    }
  }

  std::vector<bool> bearers_of_interest() {
    std::vector<bool> wanted(bearers_.all().size());
    for (const LikePair& pair : pairs_) wanted[pair.one] = wanted[pair.other] = true;
    for (std::size_t i = 0; i < wanted.size(); ++i) {
      if (bearers_.all()[i].names.size() > 1) wanted[i] = true;
    }
    return wanted;
  }

  [[nodiscard]] bool has_spellings(std::uint32_t bearer) const {
    const NameBearer& one = bearers_.all()[bearer];
    return one.person == 0 && one.names.size() > 1;
  }

  SuggestedName side(std::uint32_t bearer) {
    const NameBearer& one = bearers_.all()[bearer];
    return {bearers_.text(bearer), one.games, one.first_year, one.last_year};
  }

  /// A name with other spellings of its normal form: those mean whomever it means.
  void write_spellings(const std::string& person, std::uint32_t bearer) {
    if (!has_spellings(bearer) || least_score_ > kOfSpelling) return;
    if (company_ && company_->played(bearer, bearer)) {
      ++result_.played_each_other;
      return;
    }
    const NameBearer& one = bearers_.all()[bearer];
    const auto spelled = [&](const NameBearer::Written& written) {
      return SuggestedName{bearers_.written(written.name), written.games, one.first_year,
                           one.last_year};
    };
    const SuggestedName like = spelled(one.names.front());
    for (const auto& written : std::span(one.names).subspan(1)) {
      result_.rows.push_back({person, spelled(written), like,
                              std::string(word_of(Likeness::spelling)), kOfSpelling, 0});
    }
  }

  void write_group(const NameGroup& group) {
    const std::string person = bearers_.text(group.head);
    write_spellings(person, group.head);
    for (const NameLink& link : group.links) {
      const Evidence& evidence = evidence_[link.evidence];
      result_.rows.push_back({person, side(link.other), side(link.one), evidence.text,
                              evidence.score, evidence.shared.opponents});
      write_spellings(person, link.other);
    }
  }

  /// The groups, and the names that have nothing but other spellings; the surest first.
  void write_rows() {
    std::vector<bool> in_group(bearers_.all().size());
    for (const NameGroup& group : groups_) {
      in_group[group.head] = true;
      for (const NameLink& link : group.links) in_group[link.other] = true;
    }
    for (std::uint32_t i = 0; i < in_group.size(); ++i) {
      if (in_group[i] || !has_spellings(i) || least_score_ > kOfSpelling) continue;
      groups_.push_back({.head = i, .links = {}, .score = kOfSpelling});
    }
    std::sort(groups_.begin(), groups_.end(), [](const NameGroup& a, const NameGroup& b) {
      return std::tuple(-a.score, a.head) < std::tuple(-b.score, b.head);
    });
    for (const NameGroup& group : groups_) write_group(group);
  }

  NameBearers bearers_;
  double least_score_;
  std::vector<LikePair> pairs_;
  std::vector<bool> wanted_;
  std::optional<NameCompany> company_;
  std::vector<Evidence> evidence_;
  std::vector<NameGroup> groups_;
  NameSuggestions result_;
};

}  // namespace

NameSuggestions suggest_names(Database& database, NameKind kind, double least_score) {
  const ReadTransaction transaction(database.sql());
  return Suggester(database.sql(), kind, least_score).run();
}

}  // namespace ludex

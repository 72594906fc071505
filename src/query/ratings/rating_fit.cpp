#include "query/ratings/rating_fit.hpp"

#include "core/call_scope.hpp"

#include <algorithm>
#include <cmath>
#include <random>
#include <span>
#include <tuple>
#include <vector>

namespace ludex {
namespace {

double expected_score(double difference) { return 1 / (1 + std::exp(-difference)); }

/// log(expected_score(difference)), also where that is 0 in floating point.
double log_expected(double difference) {
  return difference < 0 ? difference - std::log1p(std::exp(difference))
                        : -std::log1p(std::exp(-difference));
}

// A drawn game against a rating of 0.
constexpr double kPriorGames = 1;
constexpr double kPriorScore = 0.5;

double log_likelihood(double difference, double games, double score) {
  return score * log_expected(difference) + (games - score) * log_expected(-difference);
}

/// One random bit at a time, as +1 or -1: variance 1, and the same on every platform.
class Signs {
 public:
  explicit Signs(std::mt19937_64& random) : random_(random) {}
  double next() {
    if (left_ == 0) {
      bits_ = random_();
      left_ = 64;
    }
    --left_;
    bits_ = bits_ >> 63 | bits_ << 1;
    return (bits_ & 1) != 0 ? 1.0 : -1.0;
  }

 private:
  std::mt19937_64& random_;
  std::uint64_t bits_ = 0;
  int left_ = 0;
};

/// The posterior of all ratings, and its Newton equations at some ratings.
///
/// Model: in a game on terms t the first seat scores 1 / (1 + exp(-(r1 - r2 + a_t))), a draw being
/// half a win and half a loss (Bradley and Terry 1952). From one year of a player to the next the
/// rating walks with variance drift^2 a year (Coulom 2008, "Whole-history rating"). Before all
/// games each player, and each advantage a_t, has drawn one game against a rating of 0: a prior of
/// standard deviation 546 Elo. Half a win and half a loss is what makes estimated log odds nearly
/// unbiased (Firth 1993); Coulom's one win and one loss pulls the best players down too far.
///
/// Unknowns: years(), by player and year, then an advantage for each of the terms; natural units,
/// 400 / ln 10 Elo each. The posterior is concave, and so strictly that it has one maximum.
/// Memory: 40 bytes for each pair of players, year and terms, 80 for each unknown.
class RatingEquations {
 public:
  /// \param drift  natural units a year; 0: a player has one rating, and all years are year 0.
  RatingEquations(std::span<const RatedGame> games, std::uint32_t terms, double drift)
      : terms_(terms), walks_(drift > 0) {
    number_years(games);
    add_results(games);
    link_years(drift);
    prior_.resize(unknowns());
    gradient_.resize(unknowns());
    diagonal_.resize(unknowns());
    remainder_.resize(unknowns());
  }

  [[nodiscard]] const std::vector<RatedYear>& years() const { return years_; }
  [[nodiscard]] std::size_t unknowns() const { return years_.size() + terms_; }

  /// Logarithm of the posterior, up to a constant.
  double log_posterior(std::span<const double> ratings) const {
    double sum = 0;
    for (const Results& one : results_) {
      const double difference = ratings[one.first] - ratings[one.second] + ratings[one.advantage];
      sum += log_likelihood(difference, one.games, one.score);
    }
    for (std::size_t i = 0; i < ratings.size(); ++i) {
      if (has_prior(i)) sum += log_likelihood(ratings[i], kPriorGames, kPriorScore);
      if (link_[i] == 0) continue;
      const double walk = ratings[i + 1] - ratings[i];
      sum -= link_[i] * walk * walk / 2;
    }
    return sum;
  }

  /// Takes the equations at these ratings: what the functions below speak of.
  void go_to(std::span<const double> ratings) {
    std::fill(gradient_.begin(), gradient_.end(), 0.0);
    std::fill(diagonal_.begin(), diagonal_.end(), 0.0);
    for (Results& one : results_) {
      const double expected =
          expected_score(ratings[one.first] - ratings[one.second] + ratings[one.advantage]);
      const double surplus = one.score - one.games * expected;
      one.weight = one.games * expected * (1 - expected);
      gradient_[one.first] += surplus;
      gradient_[one.second] -= surplus;
      gradient_[one.advantage] += surplus;
      for (const std::uint32_t unknown : {one.first, one.second, one.advantage}) {
        diagonal_[unknown] += one.weight;
      }
    }
    for (std::size_t i = 0; i < ratings.size(); ++i) {
      const double expected = expected_score(ratings[i]);
      prior_[i] = has_prior(i) ? kPriorGames * expected * (1 - expected) : 0;
      if (has_prior(i)) gradient_[i] += kPriorScore - kPriorGames * expected;
      diagonal_[i] += prior_[i];
      if (link_[i] == 0) continue;
      const double pull = link_[i] * (ratings[i + 1] - ratings[i]);
      gradient_[i] += pull;
      gradient_[i + 1] -= pull;
      diagonal_[i] += link_[i];
      diagonal_[i + 1] += link_[i];
    }
    factorise();
  }

  /// Of the logarithm of the posterior.
  [[nodiscard]] std::span<const double> gradient() const { return gradient_; }
  /// `result` = information * `vector`: the negative Hessian, a positive definite matrix.
  void multiply(std::span<const double> vector, std::span<double> result) const {
    for (std::size_t i = 0; i < vector.size(); ++i) result[i] = prior_[i] * vector[i];
    for (std::size_t i = 0; i + 1 < vector.size(); ++i) {
      const double pull = link_[i] * (vector[i] - vector[i + 1]);
      result[i] += pull;
      result[i + 1] -= pull;
    }
    for (const Results& one : results_) {
      const double flow =
          one.weight * (vector[one.first] - vector[one.second] + vector[one.advantage]);
      result[one.first] += flow;
      result[one.second] -= flow;
      result[one.advantage] += flow;
    }
  }

  /// Solves for each player separately, with the ratings of all others fixed: a tridiagonal system.
  void solve_apart(std::span<const double> vector, std::span<double> result) const {
    result[0] = vector[0];
    for (std::size_t i = 1; i < vector.size(); ++i) {
      result[i] = vector[i] + link_[i - 1] / remainder_[i - 1] * result[i - 1];
    }
    for (std::size_t i = vector.size(); i-- > 0;) {
      const double next = i + 1 < vector.size() ? link_[i] * result[i + 1] : 0;
      result[i] = (result[i] + next) / remainder_[i];
    }
  }

  /// Variances where the ratings of all others are known: the diagonal of solve_apart().
  std::vector<double> variances_apart() const {
    std::vector<double> variances(diagonal_.size());
    double behind = 0;  // what elimination from the end leaves of the next one's diagonal
    for (std::size_t i = diagonal_.size(); i-- > 0;) {
      const double link = link_[i];
      behind = diagonal_[i] - (link == 0 ? 0 : link * link / behind);
      variances[i] = 1 / (remainder_[i] + behind - diagonal_[i]);
    }
    return variances;
  }

  /// A random vector whose covariance is the information, its mean 0.
  void draw(std::mt19937_64& random, std::span<double> result) const {
    Signs signs(random);
    for (std::size_t i = 0; i < result.size(); ++i) result[i] = std::sqrt(prior_[i]) * signs.next();
    for (std::size_t i = 0; i + 1 < result.size(); ++i) {
      const double pull = std::sqrt(link_[i]) * signs.next();
      result[i] += pull;
      result[i + 1] -= pull;
    }
    for (const Results& one : results_) {
      const double flow = std::sqrt(one.weight) * signs.next();
      result[one.first] += flow;
      result[one.second] -= flow;
      result[one.advantage] += flow;
    }
  }

 private:
  /// All games of two players with the same years, seats and terms.
  struct Results {
    std::uint32_t first = 0, second = 0, advantage = 0;  // unknowns
    double games = 0, score = 0;
    double weight = 0;  // information about the difference
  };

  void number_years(std::span<const RatedGame> games) {
    years_.reserve(2 * games.size());
    for (const RatedGame& game : games) {
      const std::int32_t year = walks_ ? game.year : 0;
      years_.push_back({game.first, year});
      years_.push_back({game.second, year});
    }
    std::sort(years_.begin(), years_.end());
    years_.erase(std::unique(years_.begin(), years_.end()), years_.end());
    years_.shrink_to_fit();
  }

  void add_results(std::span<const RatedGame> games) {
    const auto unknown_of = [this](std::uint32_t player, std::int32_t year) {
      const RatedYear wanted{player, walks_ ? year : 0};
      const auto found = std::lower_bound(years_.begin(), years_.end(), wanted);
      return static_cast<std::uint32_t>(found - years_.begin());
    };
    results_.reserve(games.size());
    const auto first_advantage = static_cast<std::uint32_t>(years_.size());
    for (const RatedGame& game : games) {
      results_.push_back({.first = unknown_of(game.first, game.year),
                          .second = unknown_of(game.second, game.year),
                          .advantage = first_advantage + game.terms,
                          .games = 1,
                          .score = game.score});
    }
    const auto key = [](const Results& one) {
      return std::tuple(one.first, one.second, one.advantage);
    };
    std::sort(results_.begin(), results_.end(),
              [&](const Results& a, const Results& b) { return key(a) < key(b); });
    std::size_t kept = 0;
    for (std::size_t i = 0; i < results_.size(); ++i) {
      if (kept > 0 && key(results_[kept - 1]) == key(results_[i])) {
        results_[kept - 1].games += 1;
        results_[kept - 1].score += results_[i].score;
      } else {
        results_[kept++] = results_[i];
      }
    }
    results_.resize(kept);
    results_.shrink_to_fit();
  }

  void link_years(double drift) {
    link_.resize(unknowns());
    for (std::size_t i = 0; i + 1 < years_.size(); ++i) {
      if (years_[i].player != years_[i + 1].player) continue;
      link_[i] = 1 / (drift * drift * (years_[i + 1].year - years_[i].year));
    }
  }

  void factorise() {
    for (std::size_t i = 0; i < diagonal_.size(); ++i) {
      const double link = i > 0 ? link_[i - 1] : 0;
      remainder_[i] = diagonal_[i] - (link == 0 ? 0 : link * link / remainder_[i - 1]);
    }
  }

  [[nodiscard]] bool has_prior(std::size_t unknown) const {
    return unknown == 0 || link_[unknown - 1] == 0;  // the first year of a player
  }

  std::uint32_t terms_;
  bool walks_;
  std::vector<RatedYear> years_;
  std::vector<Results> results_;
  std::vector<double> link_;   // precision of the walk from an unknown to the next; 0: no walk
  std::vector<double> prior_;  // information of the prior
  std::vector<double> gradient_;
  std::vector<double> diagonal_;   // of the information
  std::vector<double> remainder_;  // of the diagonal, as elimination leaves it
};

constexpr double kElo = 173.71779276130073;  // 400 / ln 10: a natural unit in Elo
constexpr int kMostSteps = 100;              // of Newton; ten do for any games
constexpr int kMostHalvings = 30;
constexpr double kSmallStep = 1e-4;  // the next step is its square
constexpr int kMostIterations = 1000;
constexpr double kStepAccuracy = 1e-3;  // of the residual; Newton mends the rest
constexpr double kDrawAccuracy = 1e-3;  // far below what the number of draws leaves open
constexpr int kDraws = 24;
constexpr std::uint64_t kSeed = 2008;

using Vector = std::vector<double>;

double product(const Vector& a, const Vector& b) {
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += a[i] * b[i];
  return sum;
}

void add_multiple(Vector& vector, double factor, const Vector& other) {
  for (std::size_t i = 0; i < vector.size(); ++i) vector[i] += factor * other[i];
}

/// The x of information * x = wanted, by conjugate gradients.
Vector solve(const RatingEquations& equations, const Vector& wanted, double accuracy) {
  Vector x(wanted.size());
  Vector rest = wanted, near(wanted.size()), image(wanted.size());
  equations.solve_apart(rest, near);
  Vector direction = near;
  double size = product(rest, near);
  const double enough = size * accuracy * accuracy;
  for (int i = 0; i < kMostIterations && size > enough; ++i) {
    check_call();
    equations.multiply(direction, image);
    const double length = size / product(direction, image);
    add_multiple(x, length, direction);
    add_multiple(rest, -length, image);
    equations.solve_apart(rest, near);
    const double before = size;
    size = product(rest, near);
    for (std::size_t k = 0; k < direction.size(); ++k) {
      direction[k] = near[k] + size / before * direction[k];
    }
  }
  return x;
}

/// Goes as far along `step` as the posterior does not fall.
void advance(const RatingEquations& equations, const Vector& step, Vector& ratings) {
  const double before = equations.log_posterior(ratings);
  const double noise = 1e-12 * std::abs(before);
  double length = 1;
  for (int i = 0; i < kMostHalvings; ++i, length /= 2) {
    Vector next = ratings;
    add_multiple(next, length, step);
    if (equations.log_posterior(next) < before - noise) continue;
    ratings = std::move(next);
    return;
  }
}

Vector most_likely_ratings(RatingEquations& equations) {
  Vector ratings(equations.unknowns());
  for (int i = 0; i < kMostSteps; ++i) {
    equations.go_to(ratings);
    const auto gradient = equations.gradient();
    const Vector step = solve(equations, Vector(gradient.begin(), gradient.end()), kStepAccuracy);
    advance(equations, step, ratings);
    const auto shorter = [](double a, double b) { return std::abs(a) < std::abs(b); };
    if (std::abs(*std::max_element(step.begin(), step.end(), shorter)) < kSmallStep) break;
  }
  equations.go_to(ratings);
  return ratings;
}

/// The variance is that of a rating given all others, and that of its mean given all others: of
/// x - apart(y) where x solves information * x = y and y has the information as covariance.
Vector variances(const RatingEquations& equations) {
  Vector sum(equations.unknowns()), drawn(equations.unknowns()), apart(equations.unknowns());
  std::mt19937_64 random(kSeed);
  for (int i = 0; i < kDraws; ++i) {
    equations.draw(random, drawn);
    const Vector x = solve(equations, drawn, kDrawAccuracy);
    equations.solve_apart(drawn, apart);
    for (std::size_t k = 0; k < sum.size(); ++k) sum[k] += (x[k] - apart[k]) * (x[k] - apart[k]);
  }
  Vector result = equations.variances_apart();
  add_multiple(result, 1.0 / kDraws, sum);
  return result;
}

}  // namespace

RatingFit fit_ratings(std::span<const RatedGame> games, std::uint32_t terms, double drift_elo) {
  if (games.empty()) return {};
  RatingEquations equations(games, terms, drift_elo / kElo);
  const Vector ratings = most_likely_ratings(equations);
  const Vector variance = variances(equations);
  RatingFit fit;
  fit.years = equations.years();
  for (std::size_t i = 0; i < ratings.size(); ++i) {
    auto& estimates = i < fit.years.size() ? fit.ratings : fit.advantages;
    estimates.push_back({ratings[i] * kElo, std::sqrt(variance[i]) * kElo});
  }
  return fit;
}

}  // namespace ludex

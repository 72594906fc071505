#include "query/ratings/rating_fit.hpp"

#include "core/call_scope.hpp"

#include <algorithm>
#include <cmath>
#include <random>

namespace ludex {
namespace {

constexpr double kElo = 173.71779276130073;  // 400 / ln 10: a natural unit in Elo
constexpr int kMostSteps = 100;              // of Newton; ten do for any games
constexpr int kMostHalvings = 30;
constexpr double kSmallStep = 1e-4;  // the step behind it is its square
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

#include "query/ratings/rating_fit.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>
#include <random>

namespace ludex {
namespace {

constexpr double kElo = 173.71779276130073;
using Games = std::vector<RatedGame>;

/// Evenly distributed in [0, 1), the same on every platform.
double uniform(std::mt19937_64& random) { return static_cast<double>(random() >> 11) * 0x1p-53; }

double expected_score(double elo) { return 1 / (1 + std::exp(-elo / kElo)); }

/// From the logistic distribution: standard deviation 315 Elo.
double logistic(std::mt19937_64& random) {
  const double share = (static_cast<double>(random() >> 12) + 0.5) * 0x1p-52;
  return kElo * std::log(share / (1 - share));
}

/// Games of players whose strengths are known, and who change from year to year.
struct Archive {
  Games games;
  std::vector<std::vector<double>> strengths;  // Elo, by player and year
  double advantage = 0;
};

struct ArchiveOptions {
  std::uint32_t players = 0;
  int games_of_each = 0;
  int years = 1;
  double drift = 0;
};

Archive made_archive(const ArchiveOptions& options, std::mt19937_64& random) {
  Archive archive;
  archive.advantage = 80;
  for (std::uint32_t p = 0; p < options.players; ++p) {
    std::vector<double> years = {logistic(random)};
    while (static_cast<int>(years.size()) < options.years) {
      double step = 0;  // of variance 1: the sum of twelve even ones
      for (int i = 0; i < 12; ++i) step += uniform(random) - 0.5;
      years.push_back(years.back() + options.drift * step);
    }
    archive.strengths.push_back(std::move(years));
  }
  const auto games = static_cast<int>(options.players) * options.games_of_each / 2;
  for (int i = 0; i < games; ++i) {
    RatedGame game;
    game.first = static_cast<std::uint32_t>(random() % options.players);
    game.second = static_cast<std::uint32_t>(random() % (options.players - 1));
    if (game.second >= game.first) ++game.second;
    const auto year = random() % static_cast<std::uint64_t>(options.years);
    game.year = 2000 + static_cast<int>(year);
    const double expected =
        expected_score(archive.strengths[game.first][year] - archive.strengths[game.second][year] +
                       archive.advantage);
    game.score = uniform(random) < expected ? 1 : 0;
    archive.games.push_back(game);
  }
  return archive;
}

double rating_of(const RatingFit& fit, RatedYear wanted) {
  const auto found = std::find(fit.years.begin(), fit.years.end(), wanted);
  EXPECT_NE(found, fit.years.end());
  return fit.ratings[static_cast<std::size_t>(found - fit.years.begin())].rating;
}

void expect_equal(const RatingFit& a, const RatingFit& b) {
  ASSERT_EQ(a.years, b.years);
  for (std::size_t i = 0; i < a.years.size(); ++i) {
    EXPECT_NEAR(a.ratings[i].rating, b.ratings[i].rating, 0.05);
  }
}

TEST(RatingFit, GivesEqualRatingsForEqualResults) {
  const Games games = {
      {0, 1, 0, 2000, 1}, {1, 0, 0, 2000, 1}, {2, 3, 0, 2000, 0}, {3, 2, 0, 2000, 0}};
  const RatingFit fit = fit_ratings(games, 1, 70);
  EXPECT_NEAR(fit.ratings[0].rating, fit.ratings[1].rating, 0.01);
  EXPECT_NEAR(fit.ratings[2].rating, fit.ratings[3].rating, 0.01);
  EXPECT_NEAR(fit.advantages[0].rating, 0, 0.01);
}

TEST(RatingFit, PutsWhoBeatsSomebodyAboveAllWhomThatOneBeats) {
  Games games;
  for (const auto& [winner, loser] : {std::pair(0U, 1U), std::pair(1U, 2U)}) {
    for (int i = 0; i < 4; ++i) {
      games.push_back({winner, loser, 0, 2000, i < 3 ? 1.0 : 0.0});
      games.push_back({loser, winner, 0, 2000, i < 3 ? 0.0 : 1.0});
    }
  }
  const RatingFit fit = fit_ratings(games, 1, 0);
  EXPECT_GT(fit.ratings[0].rating, fit.ratings[1].rating + 50);
  EXPECT_GT(fit.ratings[1].rating, fit.ratings[2].rating + 50);
  EXPECT_NEAR(fit.ratings[1].rating, 0, 0.1);
  EXPECT_NEAR(fit.ratings[0].rating, -fit.ratings[2].rating, 0.1);
  EXPECT_GT(fit.ratings[0].error, fit.ratings[1].error) << "half the games";
}

TEST(RatingFit, RatesWhoWonEveryGame) {
  double before = 0;
  for (const int wins : {1, 10, 1000}) {
    const RatingFit fit =
        fit_ratings(Games(static_cast<std::size_t>(wins), RatedGame{0, 1, 0, 2000, 1}), 1, 70);
    EXPECT_GT(fit.ratings[0].rating, before);
    EXPECT_LT(fit.ratings[0].rating, 2000);
    EXPECT_LT(fit.ratings[0].error, 800);
    before = fit.ratings[0].rating;
  }
}

TEST(RatingFit, DoesNotDependOnTheOrderOfGamesNorOnNumbers) {
  std::mt19937_64 random(3);
  const Archive archive =
      made_archive({.players = 12, .games_of_each = 10, .years = 4, .drift = 100}, random);
  const RatingFit fit = fit_ratings(archive.games, 1, 70);
  Games shuffled = archive.games;
  std::shuffle(shuffled.begin(), shuffled.end(), random);
  const RatingFit same = fit_ratings(shuffled, 1, 70);
  for (std::size_t i = 0; i < fit.ratings.size(); ++i) {
    EXPECT_EQ(fit.ratings[i].rating, same.ratings[i].rating);
    EXPECT_EQ(fit.ratings[i].error, same.ratings[i].error);
  }
  for (RatedGame& game : shuffled) {
    game.first = 11 - game.first;
    game.second = 11 - game.second;
  }
  const RatingFit renumbered = fit_ratings(shuffled, 1, 70);
  for (const auto& [player, year] : fit.years) {
    EXPECT_NEAR(rating_of(fit, {player, year}), rating_of(renumbered, {11 - player, year}), 0.05);
  }
}

TEST(RatingFit, TurnsAroundWithResultsAndNotWithSeats) {
  std::mt19937_64 random(4);
  const Archive archive =
      made_archive({.players = 12, .games_of_each = 10, .years = 4, .drift = 100}, random);
  const RatingFit fit = fit_ratings(archive.games, 1, 70);
  Games turned = archive.games;
  for (RatedGame& game : turned) game.score = 1 - game.score;
  const RatingFit lost = fit_ratings(turned, 1, 70);
  for (std::size_t i = 0; i < fit.ratings.size(); ++i) {
    EXPECT_NEAR(fit.ratings[i].rating, -lost.ratings[i].rating, 0.05);
  }
  for (RatedGame& game : turned) std::swap(game.first, game.second);
  const RatingFit reseated = fit_ratings(turned, 1, 70);
  expect_equal(fit, reseated);
  EXPECT_NEAR(fit.advantages[0].rating, -reseated.advantages[0].rating, 0.05);
}

TEST(RatingFit, CountsADrawAsHalfAWinAndHalfALoss) {
  Games draws, halves;
  for (int i = 0; i < 6; ++i) {
    draws.push_back({0, 1, 0, 2000, 0.5});
    halves.push_back({0, 1, 0, 2000, i % 2 == 0 ? 1.0 : 0.0});
    for (Games* games : {&draws, &halves}) games->push_back({1, 2, 0, 2000, 1});
  }
  expect_equal(fit_ratings(draws, 1, 70), fit_ratings(halves, 1, 70));
}

TEST(RatingFit, LetsARatingMoveAsFarAsItMay) {
  Games games;
  for (int i = 0; i < 10; ++i) {
    games.push_back({0, 1, 0, 1990, 0});
    games.push_back({1, 0, 0, 1990, 1});
    games.push_back({0, 2, 0, 2000, 1});
    games.push_back({2, 0, 0, 2000, 0});
  }
  double before = -1;
  for (const double drift : {1.0, 20.0, 70.0, 300.0}) {
    const RatingFit fit = fit_ratings(games, 1, drift);
    const double rise = rating_of(fit, {0, 2000}) - rating_of(fit, {0, 1990});
    EXPECT_GT(rise, before);
    before = rise;
  }
  EXPECT_GT(before, 100);
  EXPECT_EQ(fit_ratings(games, 1, 0).years.size(), 3u);
}

/// The same posterior, written down once more and climbed step by step.
class SlowRatings {
 public:
  SlowRatings(const Archive& archive, const RatingFit& fit, double drift)
      : archive_(archive), years_(fit.years), drift_(drift / kElo), x_(years_.size() + 1) {}

  void climb() {
    for (int i = 0; i < 60'000; ++i) {
      const std::vector<double> slope = gradient();
      for (std::size_t k = 0; k < x_.size(); ++k) x_[k] += 0.02 * slope[k];
    }
  }
  [[nodiscard]] double rating(std::size_t unknown) const { return x_[unknown] * kElo; }

  /// The diagonal of the inverse of the information, which is taken from differences of gradients.
  std::vector<double> errors() {
    const std::size_t n = x_.size();
    std::vector<std::vector<double>> rows(n, std::vector<double>(2 * n));
    constexpr double kStep = 1e-4;
    for (std::size_t k = 0; k < n; ++k) {
      x_[k] += kStep;
      const std::vector<double> above = gradient();
      x_[k] -= 2 * kStep;
      const std::vector<double> below = gradient();
      x_[k] += kStep;
      for (std::size_t i = 0; i < n; ++i) rows[i][k] = (below[i] - above[i]) / (2 * kStep);
      rows[k][n + k] = 1;
    }
    invert(rows);
    std::vector<double> result;
    for (std::size_t k = 0; k < n; ++k) result.push_back(std::sqrt(rows[k][n + k]) * kElo);
    return result;
  }

 private:
  std::size_t place(std::uint32_t player, std::int32_t year) const {
    const auto found = std::find(years_.begin(), years_.end(), RatedYear{player, year});
    return static_cast<std::size_t>(found - years_.begin());
  }

  [[nodiscard]] std::vector<double> gradient() const {
    std::vector<double> slope(x_.size());
    const auto sigma = [](double x) { return 1 / (1 + std::exp(-x)); };
    for (const RatedGame& game : archive_.games) {
      const std::size_t a = place(game.first, game.year), b = place(game.second, game.year);
      const double surplus = game.score - sigma(x_[a] - x_[b] + x_.back());
      slope[a] += surplus;
      slope[b] -= surplus;
      slope.back() += surplus;
    }
    for (std::size_t i = 0; i < x_.size(); ++i) {
      const bool follows = i > 0 && i < years_.size() && years_[i - 1].player == years_[i].player;
      if (!follows) {
        slope[i] += 0.5 - sigma(x_[i]);
        continue;
      }
      const double pull =
          (x_[i] - x_[i - 1]) / (drift_ * drift_ * (years_[i].year - years_[i - 1].year));
      slope[i] -= pull;
      slope[i - 1] += pull;
    }
    return slope;
  }

  static void invert(std::vector<std::vector<double>>& rows) {  // Gauss and Jordan
    for (std::size_t k = 0; k < rows.size(); ++k) {
      const double pivot = rows[k][k];
      for (double& value : rows[k]) value /= pivot;
      for (std::size_t i = 0; i < rows.size(); ++i) {
        const double factor = i == k ? 0 : rows[i][k];
        for (std::size_t c = 0; c < rows[k].size(); ++c) rows[i][c] -= factor * rows[k][c];
      }
    }
  }

  const Archive& archive_;
  std::vector<RatedYear> years_;
  double drift_;
  std::vector<double> x_;  // ratings, then the advantage
};

TEST(RatingFit, AgreesWithAClimbStepByStepAndAFullInverse) {
  std::mt19937_64 random(5);
  const Archive archive =
      made_archive({.players = 20, .games_of_each = 12, .years = 3, .drift = 100}, random);
  const RatingFit fit = fit_ratings(archive.games, 1, 100);
  SlowRatings slow(archive, fit, 100);
  slow.climb();
  const std::vector<double> errors = slow.errors();
  for (std::size_t i = 0; i < fit.ratings.size(); ++i) {
    EXPECT_NEAR(fit.ratings[i].rating, slow.rating(i), 0.1);
    EXPECT_NEAR(fit.ratings[i].error, errors[i], 0.15 * errors[i]) << "random draws";
  }
  EXPECT_NEAR(fit.advantages[0].rating, slow.rating(fit.ratings.size()), 0.1);
  EXPECT_NEAR(fit.advantages[0].error, errors.back(), 0.25 * errors.back());
}

/// How many of the true strengths lie within 1.96 errors.
double coverage(const ArchiveOptions& options, int archives) {
  std::mt19937_64 random(6);
  int inside = 0, all = 0;
  for (int i = 0; i < archives; ++i) {
    const Archive archive = made_archive(options, random);
    const RatingFit fit = fit_ratings(archive.games, 1, options.drift);
    for (std::size_t k = 0; k < fit.years.size(); ++k) {
      const auto [player, year] = fit.years[k];
      const auto& strengths = archive.strengths[player];
      const double strength =
          options.drift > 0 ? strengths[static_cast<std::size_t>(year - 2000)] : strengths[0];
      ++all;
      inside += std::abs(fit.ratings[k].rating - strength) < 1.96 * fit.ratings[k].error ? 1 : 0;
    }
  }
  return static_cast<double>(inside) / all;
}

/// The approximation is a little wide where results say little, so that it holds for the best too.
void expect_coverage(const ArchiveOptions& options, int archives) {
  const double share = coverage(options, archives);
  EXPECT_GE(share, 0.945);
  EXPECT_LE(share, 0.985);
}

TEST(RatingFit, FindsKnownStrengthsWithinItsErrorsInNineteenOfTwentyCases) {
  expect_coverage({.players = 100, .games_of_each = 20}, 20);
  expect_coverage({.players = 100, .games_of_each = 4}, 20);
  expect_coverage({.players = 100, .games_of_each = 40, .years = 8, .drift = 70}, 10);
}

TEST(RatingFit, FindsWhatTheFirstSeatIsWorth) {
  std::mt19937_64 random(7);
  const Archive archive = made_archive({.players = 200, .games_of_each = 100}, random);
  const RatingFit fit = fit_ratings(archive.games, 1, 0);
  EXPECT_NEAR(fit.advantages[0].rating, archive.advantage, 2.5 * fit.advantages[0].error);
  EXPECT_LT(fit.advantages[0].error, 10);
}

TEST(RatingFit, HasNothingToSayAboutNoGames) { EXPECT_TRUE(fit_ratings({}, 0, 70).years.empty()); }

}  // namespace
}  // namespace ludex

#pragma once

#include <cstddef>
#include <cstdint>
#include <random>
#include <span>
#include <vector>

namespace ludex {

/// A game as ratings see it. Players and terms are numbered from 0.
struct RatedGame {
  std::uint32_t first = 0, second = 0;  ///< players by seat, different ones
  std::uint32_t terms = 0;              ///< under which it was played: komi, handicap
  std::int32_t year = 0;
  double score = 0;  ///< of the first seat: 1, 0.5 or 0
};

/// A rating that is estimated: that of a player in a year.
struct RatedYear {
  std::uint32_t player = 0;
  std::int32_t year = 0;
  friend auto operator<=>(const RatedYear&, const RatedYear&) = default;
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
  RatingEquations(std::span<const RatedGame> games, std::uint32_t terms, double drift);

  [[nodiscard]] const std::vector<RatedYear>& years() const { return years_; }
  [[nodiscard]] std::size_t unknowns() const { return years_.size() + terms_; }

  /// Logarithm of the posterior, up to a constant.
  [[nodiscard]] double log_posterior(std::span<const double> ratings) const;

  /// Takes the equations at these ratings: what the functions below speak of.
  void go_to(std::span<const double> ratings);
  /// Of the logarithm of the posterior.
  [[nodiscard]] std::span<const double> gradient() const { return gradient_; }
  /// `result` = information * `vector`: the negative Hessian, a positive definite matrix.
  void multiply(std::span<const double> vector, std::span<double> result) const;
  /// Solves for each player apart, the ratings of all others being known: a tridiagonal system.
  void solve_apart(std::span<const double> vector, std::span<double> result) const;
  /// Variances where the ratings of all others are known: the diagonal of solve_apart().
  [[nodiscard]] std::vector<double> variances_apart() const;
  /// A random vector whose covariance is the information, its mean 0.
  void draw(std::mt19937_64& random, std::span<double> result) const;

 private:
  /// All games of two players with the same years, seats and terms.
  struct Results {
    std::uint32_t first = 0, second = 0, advantage = 0;  // unknowns
    double games = 0, score = 0;
    double weight = 0;  // information about the difference
  };

  void number_years(std::span<const RatedGame> games);
  void add_results(std::span<const RatedGame> games);
  void link_years(double drift);
  void factorise();
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

/// In Elo; 0 is the middle of the prior.
struct RatingEstimate {
  double rating = 0;
  double error = 0;  ///< standard deviation
};

struct RatingFit {
  std::vector<RatedYear> years;            ///< by player and year
  std::vector<RatingEstimate> ratings;     ///< of each of `years`
  std::vector<RatingEstimate> advantages;  ///< of the first seat, by terms
};

/// The ratings of highest posterior (see RatingEquations), to some 0.01 Elo, and their standard
/// deviations by Laplace's approximation: the diagonal of the inverse information.
/// Newton's method; its equations by conjugate gradients, preconditioned with each player's own
/// years, as in Coulom 2008. Of the variances the part that remains if all others are known is
/// exact; what comes from not knowing them is the mean over random draws (Papandreou and Yuille
/// 2010; Siden, Lindgren, Bolin and Villani 2018), the same ones every time. That makes an error
/// wrong by a few percent.
/// \param drift_elo  standard deviation of a year's change; 0: ratings do not change.
/// Cost: some 60 passes over the different pairs, some 10 ns each. The result is the same for
/// games in any order.
[[nodiscard]] RatingFit fit_ratings(std::span<const RatedGame> games, std::uint32_t terms,
                                    double drift_elo);

}  // namespace ludex

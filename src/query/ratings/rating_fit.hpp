#pragma once

#include <cstdint>
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

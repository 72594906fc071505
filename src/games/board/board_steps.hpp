#pragma once

#include "games/api/sequence_step.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace ludex {

/// GameRules::append_steps() of a script of ScriptOps: moves and setup, without whose turn it is.
void append_board_steps(std::span<const std::uint16_t> ops, std::vector<SequenceStep>& steps);

}  // namespace ludex

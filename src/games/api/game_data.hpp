#pragma once

#include "games/api/orientation.hpp"

#include <compare>
#include <cstdint>
#include <memory>
#include <stdexcept>
#include <utility>

namespace ludex {

/// The part of a position or of a move that only its game knows: shogi's hands, Twixt's links, the
/// tiles of a crossword play. Empty in most games. Its type is defined in the game's folder; others
/// can copy, compare, map and hash it. Copies share one value, which never changes.
class GameData {
 public:
  GameData() = default;
  /// \tparam Data  has == and `Data mapped(const Match&, BoardSize) const`; that of a move has <=>
  /// and `std::uint64_t hash() const` too
  template <class Data>
  explicit GameData(Data data) : held_(std::make_shared<const Holding<Data>>(std::move(data))) {}

  /// Null where there is nothing, or something of another type.
  template <class Data>
  [[nodiscard]] const Data* find() const {
    const auto* const held = dynamic_cast<const Holding<Data>*>(held_.get());
    return held == nullptr ? nullptr : &held->data;
  }
  [[nodiscard]] bool empty() const { return held_ == nullptr; }
  /// As it lies under `match` on a board of `size`.
  [[nodiscard]] GameData mapped(const Match& match, BoardSize size) const {
    return empty() ? GameData() : held_->mapped(match, size);
  }
  /// 0 where it is empty. Not stored. \pre of a move
  [[nodiscard]] std::uint64_t hash() const { return empty() ? 0 : held_->hash(); }

  friend bool operator==(const GameData& a, const GameData& b) {
    return a.held_ == b.held_ || (a.held_ && b.held_ && a.held_->equals(*b.held_));
  }
  /// \pre both of moves of one game
  friend std::strong_ordering operator<=>(const GameData& a, const GameData& b) {
    if (a.empty() || b.empty()) return b.empty() <=> a.empty();
    return a.held_->compare(*b.held_);
  }

 private:
  struct Held {
    Held() = default;
    Held(const Held&) = delete;
    Held& operator=(const Held&) = delete;
    virtual ~Held() = default;
    [[nodiscard]] virtual bool equals(const Held& other) const = 0;
    [[nodiscard]] virtual std::strong_ordering compare(const Held& other) const = 0;
    [[nodiscard]] virtual GameData mapped(const Match& match, BoardSize size) const = 0;
    [[nodiscard]] virtual std::uint64_t hash() const = 0;
  };
  template <class Data>
  struct Holding final : Held {
    explicit Holding(Data value) : data(std::move(value)) {}
    [[nodiscard]] bool equals(const Held& other) const override {
      const auto* const same = dynamic_cast<const Holding*>(&other);
      return same != nullptr && data == same->data;
    }
    [[nodiscard]] std::strong_ordering compare(const Held& other) const override {
      if constexpr (std::three_way_comparable<Data>) {
        return data <=> dynamic_cast<const Holding&>(other).data;
      }
      throw std::logic_error("a position has no order");
    }
    [[nodiscard]] GameData mapped(const Match& match, BoardSize size) const override {
      return GameData(data.mapped(match, size));
    }
    [[nodiscard]] std::uint64_t hash() const override {
      if constexpr (requires { data.hash(); }) return data.hash();
      throw std::logic_error("a position has no hash of this kind");
    }
    Data data;
  };

  std::shared_ptr<const Held> held_;
};

}  // namespace ludex

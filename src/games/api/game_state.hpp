#pragma once

#include "games/api/orientation.hpp"

#include <compare>
#include <cstdint>
#include <memory>
#include <utility>

namespace ludex {

/// The part of a position that only its game knows: shogi's hands, Twixt's links, the racks of a
/// crossword game. Empty in most games. Its type is defined in the game's folder; others can copy,
/// compare and map it. Copies share one value, which never changes.
class GameState {
 public:
  GameState() = default;
  /// \tparam Data  has == and `Data mapped(const Match&, BoardSize) const`
  template <class Data>
  explicit GameState(Data data) : held_(std::make_shared<const Holding<Data>>(std::move(data))) {}

  /// Null where the state is empty or of another type.
  template <class Data>
  [[nodiscard]] const Data* find() const {
    const auto* const held = dynamic_cast<const Holding<Data>*>(held_.get());
    return held == nullptr ? nullptr : &held->data;
  }
  /// As it lies under `match` on a board of `size`.
  [[nodiscard]] GameState mapped(const Match& match, BoardSize size) const {
    return held_ == nullptr ? GameState() : held_->mapped(match, size);
  }
  friend bool operator==(const GameState& a, const GameState& b) {
    return a.held_ == b.held_ || (a.held_ && b.held_ && a.held_->equals(*b.held_));
  }

 private:
  struct Held {
    Held() = default;
    Held(const Held&) = delete;
    Held& operator=(const Held&) = delete;
    virtual ~Held() = default;
    [[nodiscard]] virtual bool equals(const Held& other) const = 0;
    [[nodiscard]] virtual GameState mapped(const Match& match, BoardSize size) const = 0;
  };
  template <class Data>
  struct Holding final : Held {
    explicit Holding(Data value) : data(std::move(value)) {}
    [[nodiscard]] bool equals(const Held& other) const override {
      const auto* const same = dynamic_cast<const Holding*>(&other);
      return same != nullptr && data == same->data;
    }
    [[nodiscard]] GameState mapped(const Match& match, BoardSize size) const override {
      return GameState(data.mapped(match, size));
    }
    Data data;
  };

  std::shared_ptr<const Held> held_;
};

/// The part of a move that only its game knows: the links that a turn of Twixt changes, the tiles
/// of a crossword play. Like GameState, and it has an order and a hash.
class MoveDetail {
 public:
  MoveDetail() = default;
  /// \tparam Data  has <=>, `Data mapped(const Match&, BoardSize) const`, `std::uint64_t hash()
  /// const`
  template <class Data>
  explicit MoveDetail(Data data) : held_(std::make_shared<const Holding<Data>>(std::move(data))) {}

  template <class Data>
  [[nodiscard]] const Data* find() const {
    const auto* const held = dynamic_cast<const Holding<Data>*>(held_.get());
    return held == nullptr ? nullptr : &held->data;
  }
  [[nodiscard]] bool empty() const { return held_ == nullptr; }
  [[nodiscard]] MoveDetail mapped(const Match& match, BoardSize size) const {
    return held_ == nullptr ? MoveDetail() : held_->mapped(match, size);
  }
  /// 0 where it is empty. Not stored.
  [[nodiscard]] std::uint64_t hash() const { return held_ == nullptr ? 0 : held_->hash(); }

  friend std::strong_ordering operator<=>(const MoveDetail& a, const MoveDetail& b) {
    if (a.held_ == b.held_) return std::strong_ordering::equal;
    if (!a.held_ || !b.held_)
      return a.empty() ? std::strong_ordering::less : std::strong_ordering::greater;
    return a.held_->compare(*b.held_);
  }
  friend bool operator==(const MoveDetail& a, const MoveDetail& b) { return (a <=> b) == 0; }

 private:
  struct Held {
    Held() = default;
    Held(const Held&) = delete;
    Held& operator=(const Held&) = delete;
    virtual ~Held() = default;
    [[nodiscard]] virtual std::strong_ordering compare(const Held& other) const = 0;
    [[nodiscard]] virtual MoveDetail mapped(const Match& match, BoardSize size) const = 0;
    [[nodiscard]] virtual std::uint64_t hash() const = 0;
  };
  template <class Data>
  struct Holding final : Held {
    explicit Holding(Data value) : data(std::move(value)) {}
    /// \throws std::bad_cast for moves of different games
    [[nodiscard]] std::strong_ordering compare(const Held& other) const override {
      return data <=> dynamic_cast<const Holding&>(other).data;
    }
    [[nodiscard]] MoveDetail mapped(const Match& match, BoardSize size) const override {
      return MoveDetail(data.mapped(match, size));
    }
    [[nodiscard]] std::uint64_t hash() const override { return data.hash(); }
    Data data;
  };

  std::shared_ptr<const Held> held_;
};

}  // namespace ludex

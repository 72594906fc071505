#define XXH_INLINE_ALL
#include "index/word_block.hpp"

#include <xxhash.h>

#include <algorithm>
#include <cassert>

namespace ludex {
namespace {

constexpr std::size_t kWordChecksumAt = 8;

std::uint64_t checksum_of(std::string_view block) {
  return XXH64(block.data() + kWordHeaderBytes, block.size() - kWordHeaderBytes,
               XXH64(block.data(), kWordChecksumAt, 0));
}

std::size_t shared_bytes(std::string_view one, std::string_view other) {
  const std::size_t most = std::min(one.size(), other.size());
  std::size_t shared = 0;
  while (shared < most && one[shared] == other[shared]) ++shared;
  return shared;
}

}  // namespace

std::uint32_t WordBytes::long_number() {
  std::string_view rest(next_, left());
  const auto number = take_varint(rest);
  next_ = rest.data();
  if (number && *number <= 0xFFFF'FFFF) return static_cast<std::uint32_t>(*number);
  break_off();
  return 0;
}

void append_piece(const WordPiece& piece, std::string& bytes) {
  append_varint(bytes, piece.games);
  append_varint(bytes, piece.first);
  if (piece.games > 1) {
    append_varint(bytes, piece.last - piece.first);
    append_varint(bytes, piece.steps.size());
  }
  append_varint(bytes, piece.places.size());
  bytes.append(piece.steps).append(piece.places);
}

WordPiece read_piece(WordBytes& bytes) {
  WordPiece piece;
  piece.games = bytes.number();
  piece.first = piece.last = bytes.number();
  std::size_t steps = 0;
  if (piece.games > 1) {
    const std::uint32_t span = bytes.number();
    if (span > 0xFFFF'FFFF - piece.first) piece.games = 0;
    piece.last += span;
    steps = bytes.number();
  }
  const std::size_t places = bytes.number();
  if (piece.games == 0) steps = bytes.left() + 1;  // breaks it
  piece.steps = bytes.take(steps);
  piece.places = bytes.take(places);
  return piece;
}

void WordPieceBuilder::add(std::uint32_t game, std::uint32_t place) {
  const bool same_game = piece_.games > 0 && game == piece_.last;
  if (steps_.size() + places_.size() >= kMostPieceBytes) finish();
  if (piece_.games == 0) {
    piece_.first = piece_.last = game;
    piece_.games = 1;
    place_at_ = places_.size();
    append_varint(places_, std::uint64_t{place} << 1);
  } else if (same_game) {
    assert(place > place_);
    places_[place_at_] = static_cast<char>(static_cast<std::uint8_t>(places_[place_at_]) | 1U);
    place_at_ = places_.size();
    append_varint(places_, std::uint64_t{place - place_} << 1);
  } else {
    assert(game > piece_.last);
    append_varint(steps_, game - piece_.last);
    piece_.last = game;
    ++piece_.games;
    place_at_ = places_.size();
    append_varint(places_, std::uint64_t{place} << 1);
  }
  place_ = place;
}

void WordPieceBuilder::finish() {
  if (piece_.games == 0) return;
  piece_.steps = steps_;
  piece_.places = places_;
  sink_(piece_);
  piece_ = {};
  steps_.clear();
  places_.clear();
}

bool WordBlockWriter::joins(const WordPiece& piece) const {
  constexpr std::size_t kMostVarintBytes = 5;
  return piece.first > piece_.last && steps_.size() + places_.size() + piece.steps.size() +
                                              piece.places.size() + kMostVarintBytes <=
                                          kMostPieceBytes;
}

void WordBlockWriter::add(std::string_view word, const WordPiece& piece) {
  if (piece_.games > 0 && word == word_ && joins(piece)) {
    append_varint(steps_, piece.first - piece_.last);
    steps_ += piece.steps;
    places_ += piece.places;
    piece_.games += piece.games;
    piece_.last = piece.last;
    return;
  }
  end_piece();
  word_.assign(word);
  piece_ = piece;
  steps_.assign(piece.steps);
  places_.assign(piece.places);
}

void WordBlockWriter::end_piece() {
  if (piece_.games == 0) return;
  piece_.steps = steps_;
  piece_.places = places_;
  const auto put = [&](std::size_t shared) {
    entry_.clear();
    append_varint(entry_, shared);
    append_varint(entry_, word_.size() - shared);
    entry_.append(word_, shared);
    append_piece(piece_, entry_);
  };
  put(shared_bytes(block_word_, word_));
  if (entries_ > 0 && block_.size() + entry_.size() > kMaxBlockBytes) {
    end_block();
    put(0);
  }
  if (entries_ == 0) block_.assign(kWordHeaderBytes, '\0');
  block_ += entry_;
  block_word_ = word_;
  ++entries_;
  piece_ = {};
}

void WordBlockWriter::end_block() {
  if (entries_ == 0) return;
  block_[0] = static_cast<char>(kWordBlockFormat);
  store_little(block_.data() + 4, entries_);
  store_little(block_.data() + kWordChecksumAt, checksum_of(block_));
  sink_(block_);
  entries_ = 0;
  block_word_.clear();
}

void WordBlockWriter::finish() {
  end_piece();
  end_block();
}

BlockFault WordBlock::check(std::string_view block) {
  if (block.size() < kWordHeaderBytes) return BlockFault::too_short;
  if (static_cast<std::uint8_t>(block[0]) != kWordBlockFormat) return BlockFault::unknown_format;
  const auto stored = load_little<std::uint64_t>(block.data() + kWordChecksumAt);
  return stored == checksum_of(block) ? BlockFault::none : BlockFault::bad_checksum;
}

WordBlock::WordBlock(std::string_view block)
    : rest_(block.substr(std::min(kWordHeaderBytes, block.size()))),
      entries_left_(
          block.size() < kWordHeaderBytes ? 0 : load_little<std::uint32_t>(block.data() + 4)) {}

bool WordBlock::next() {
  if (entries_left_ == 0) return false;
  const std::size_t shared = rest_.number();
  const std::string_view added = rest_.take(rest_.number());
  const std::uint32_t last_game = piece_.last;
  piece_ = read_piece(rest_);
  if (rest_.broken() || !follows(shared, added, last_game)) {
    entries_left_ = 0;
    is_damaged_ = true;
    return false;
  }
  word_.resize(shared);
  word_ += added;
  --entries_left_;
  return true;
}

bool WordBlock::follows(std::size_t shared, std::string_view added, std::uint32_t last_game) const {
  if (shared > word_.size()) return false;
  if (shared < word_.size()) {
    return !added.empty() &&
           static_cast<std::uint8_t>(added[0]) > static_cast<std::uint8_t>(word_[shared]);
  }
  return !added.empty() || (shared > 0 && piece_.first >= last_game);
}

}  // namespace ludex

#pragma once

#include "source/byte_stream.hpp"
#include "source/source_reader.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <ostream>
#include <string>
#include <utility>
#include <vector>

namespace ludex::test {

/// The result for one member; `damage` is the reason if it ended early, else empty.
struct ReadMember {
  std::string name;
  std::string bytes;
  std::string damage;
  friend bool operator==(const ReadMember&, const ReadMember&) = default;
};

/// The only member of a source that is no archive, read to its end.
inline ReadMember whole(std::string bytes) { return {"", std::move(bytes), ""}; }

inline void PrintTo(const ReadMember& member, std::ostream* out) {
  *out << "{\"" << member.name << "\", " << member.bytes.size() << " bytes";
  if (member.bytes.size() < 100) *out << " \"" << member.bytes << '"';
  *out << ", \"" << member.damage << "\"}";
}

/// Bytes in memory that, like a pipe, have no size and no way back.
class Pipe final : public ByteStream {
 public:
  explicit Pipe(std::string bytes) : bytes_(std::move(bytes)) {}
  std::size_t read(std::span<char> buffer) override { return bytes_.read(buffer); }

 private:
  MemoryStream bytes_;
};

/// A pipe that a slow program fills.
class DrippingPipe final : public ByteStream {
 public:
  explicit DrippingPipe(std::string bytes) : bytes_(std::move(bytes)) {}
  std::size_t read(std::span<char> buffer) override {
    return bytes_.read(buffer.first(std::min<std::size_t>(buffer.size(), 61)));
  }

 private:
  MemoryStream bytes_;
};

/// Returns this many bytes in small pieces, and then fails.
class FailingStream final : public ByteStream {
 public:
  FailingStream(const std::string& bytes, std::size_t good_bytes)
      : bytes_(bytes.substr(0, good_bytes)) {}
  std::size_t read(std::span<char> buffer) override {
    const std::size_t got = bytes_.read(buffer.first(std::min<std::size_t>(buffer.size(), 100)));
    if (got == 0) throw StreamDamage("cannot read: Input/output error", DamageCause::read_error);
    return got;
  }

 private:
  MemoryStream bytes_;
};

inline ReadMember read_member(SourceReader& reader, std::size_t buffer_bytes = 64 * 1024) {
  ReadMember member{reader.member(), {}, {}};
  std::vector<char> buffer(buffer_bytes);
  try {
    while (const std::size_t got = reader.read(buffer)) member.bytes.append(buffer.data(), got);
  } catch (const SourceDamage& damage) {
    EXPECT_EQ(damage.offset_bytes(), member.bytes.size());
    member.damage = damage.reason();
  }
  return member;
}

inline std::vector<ReadMember> read_all(SourceReader& reader) {
  std::vector<ReadMember> members;
  while (reader.next_member()) members.push_back(read_member(reader));
  return members;
}

template <typename Stream = MemoryStream>
std::vector<ReadMember> read_source(std::string bytes, const SourceOptions& options = {}) {
  SourceReader reader({"test"}, std::make_unique<Stream>(std::move(bytes)), options);
  return read_all(reader);
}

inline std::vector<ReadMember> read_pipe(std::string bytes) {
  return read_source<Pipe>(std::move(bytes));
}

/// The only member of a source.
inline ReadMember read_only_member(std::string bytes, const SourceOptions& options = {}) {
  const auto members = read_source(std::move(bytes), options);
  EXPECT_EQ(members.size(), 1U);
  return members.empty() ? ReadMember{"none", {}, {}} : members.front();
}

/// `count` small games, each different from the others and from those of another seed.
inline std::string games(int count, int seed = 1) {
  std::string text;
  unsigned state = static_cast<unsigned>(seed);
  for (int game = 0; game < count; ++game) {
    text += "(;GM[1]SZ[19]PB[Black " + std::to_string(state % 1000) + "]";
    for (int move = 0; move < 20; ++move) {
      state = state * 1664525U + 1013904223U;
      text += move % 2 == 0 ? ";B[" : ";W[";
      text += static_cast<char>('a' + state / 65536 % 19);
      text += static_cast<char>('a' + state / 8388608 % 19);
      text += ']';
    }
    text += ")\n";
  }
  return text;
}

}  // namespace ludex::test

#pragma once

#include <bit>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ludex {

/// Numbers as files keep them: little-endian, at any address.
/// True: a number's memory is what files keep. The option LUDEX_PORTABLE leaves this path out, so
/// that the other one is tested on every processor.
#ifdef LUDEX_PORTABLE
inline constexpr bool kMemoryIsLittleEndian = false;
#else
inline constexpr bool kMemoryIsLittleEndian = std::endian::native == std::endian::little;
#endif

/// The number in the lowest `count` bytes; those above them are 0. \pre count <= sizeof(Word)
template <std::unsigned_integral Word>
[[nodiscard]] inline Word load_little(const char* bytes, std::size_t count) {
  Word word = 0;
  if constexpr (kMemoryIsLittleEndian) {
    std::memcpy(&word, bytes, count);
  } else {
    for (std::size_t i = 0; i < count; ++i) {
      const auto byte = static_cast<unsigned char>(bytes[i]);
      word = static_cast<Word>(word | static_cast<Word>(static_cast<Word>(byte) << (8 * i)));
    }
  }
  return word;
}

template <std::unsigned_integral Word>
[[nodiscard]] inline Word load_little(const char* bytes) {
  return load_little<Word>(bytes, sizeof(Word));
}

template <std::unsigned_integral Word>
inline void store_little(char* bytes, Word word) {
  if constexpr (kMemoryIsLittleEndian) {
    std::memcpy(bytes, &word, sizeof word);
  } else {
    for (std::size_t i = 0; i < sizeof word; ++i) bytes[i] = static_cast<char>(word >> (8 * i));
  }
}

template <std::unsigned_integral Word>
inline void append_little(std::string& bytes, Word word) {
  char stored[sizeof word];
  store_little(stored, word);
  bytes.append(stored, sizeof stored);
}

template <std::unsigned_integral Word>
inline void append_little(std::string& bytes, std::span<const Word> words) {
  if constexpr (kMemoryIsLittleEndian) {
    bytes.append(reinterpret_cast<const char*>(words.data()), words.size_bytes());
  } else {
    for (const Word word : words) append_little(bytes, word);
  }
}

/// The words in little-endian order: their own memory on little-endian machines, else `copy`.
template <std::unsigned_integral Word>
[[nodiscard]] inline std::string_view little_endian_bytes(std::span<const Word> words,
                                                          std::string& copy) {
  if constexpr (kMemoryIsLittleEndian) {
    return {reinterpret_cast<const char*>(words.data()), words.size_bytes()};
  } else {
    copy.clear();
    append_little(copy, words);
    return copy;
  }
}

/// Fills `words` from `bytes`. \pre there are words.size_bytes() of them
template <std::unsigned_integral Word>
inline void load_little(const char* bytes, std::span<Word> words) {
  if constexpr (kMemoryIsLittleEndian) {
    if (!words.empty()) std::memcpy(words.data(), bytes, words.size_bytes());
  } else {
    for (std::size_t i = 0; i < words.size(); ++i) {
      words[i] = load_little<Word>(bytes + i * sizeof(Word));
    }
  }
}

/// Seven bits a byte, the lowest first; the top bit says that more follow.
/// \param bytes  of std::string or a vector of bytes
template <class Bytes>
inline void append_varint(Bytes& bytes, std::uint64_t number) {
  using Byte = typename Bytes::value_type;
  for (; number >= 0x80; number >>= 7) bytes.push_back(static_cast<Byte>(number | 0x80));
  bytes.push_back(static_cast<Byte>(number));
}

/// Takes one off the front. \returns none if the bytes end in it, or it has more than 64 bits
[[nodiscard]] inline std::optional<std::uint64_t> take_varint(std::string_view& bytes) {
  std::uint64_t number = 0;
  for (int shift = 0; shift < 64 && !bytes.empty(); shift += 7) {
    const auto byte = static_cast<std::uint8_t>(bytes.front());
    bytes.remove_prefix(1);
    number |= std::uint64_t{byte & 0x7FU} << shift;
    if (byte < 0x80) return number;
  }
  return std::nullopt;
}

/// The sign goes to the lowest bit, so that small numbers have short varints.
[[nodiscard]] constexpr std::uint64_t zigzag(std::int64_t number) {
  return static_cast<std::uint64_t>(number) << 1 ^ static_cast<std::uint64_t>(number >> 63);
}
[[nodiscard]] constexpr std::int64_t unzigzag(std::uint64_t code) {
  return static_cast<std::int64_t>(code >> 1 ^ (~(code & 1) + 1));
}

}  // namespace ludex

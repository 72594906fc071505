// Archives that are made from the input, then damaged where it says: whatever is left whole comes
// back, sizes of reads do not matter, and reading comes to an end.
#include "core/little_endian.hpp"
#include "source/byte_stream.hpp"
#include "source/content_type.hpp"
#include "source/source_reader.hpp"
#include "support/packing.hpp"

#include "fuzz_input.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <memory>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

using namespace ludex;
using fuzz::FuzzInput;
using fuzz::require;

namespace {

constexpr std::size_t kMostBytes = 1 << 20;
constexpr std::size_t kTarBlock = 512;

class Pipe final : public ByteStream {
 public:
  explicit Pipe(std::string bytes) : bytes_(std::move(bytes)) {}
  std::size_t read(std::span<char> buffer) override { return bytes_.read(buffer); }

 private:
  MemoryStream bytes_;
};

/// Gives one byte at a time, as a slow pipe does.
class Dripping final : public ByteStream {
 public:
  explicit Dripping(std::string bytes) : bytes_(std::move(bytes)) {}
  std::size_t read(std::span<char> buffer) override { return bytes_.read(buffer.first(1)); }

 private:
  MemoryStream bytes_;
};

struct Member {
  std::string name;
  std::string bytes;
  bool is_damaged = false;
  friend bool operator==(const Member&, const Member&) = default;
};

template <class Stream>
std::vector<Member> members_of(const std::string& packed, std::size_t buffer_bytes) {
  SourceReader reader({"fuzz"}, std::make_unique<Stream>(packed),
                      {.memory_bytes = 16 << 20, .max_expansion = 200});
  std::vector<char> buffer(buffer_bytes);
  std::vector<Member> members;
  std::size_t all = 0;
  while (all < kMostBytes && reader.next_member()) {
    Member& member = members.emplace_back();
    member.name = reader.member();
    try {
      while (all < kMostBytes) {
        const std::size_t got = reader.read(buffer);
        if (got == 0) break;
        member.bytes.append(buffer.data(), got);
        all += got;
      }
    } catch (const SourceDamage& damage) {
      member.is_damaged = true;
      require(damage.offset_bytes() == member.bytes.size());
    }
    all += 64;  // members without end are none
  }
  return members;
}

test::Files files_of(FuzzInput& input) {
  test::Files files;
  for (std::size_t left = input.below(5); left > 0; --left) {
    std::string name = fmt::format("{}{}", static_cast<char>('a' + left), input.until('\0'));
    std::string bytes(input.until('\0'));
    const std::size_t times = 1 + input.below(64);
    for (std::size_t i = 1; i < times && bytes.size() < 4096; ++i) bytes += bytes.substr(0, 61);
    std::erase(name, '\\');  // in a zip it may part folders
    if (bytes.starts_with("-> ") || bytes.starts_with("=> ")) bytes[0] = '.';
    files.emplace_back(std::move(name), std::move(bytes));
  }
  return files;
}

/// The sum of the bytes of a header of tar, its own field taken as blanks.
void seal_tar(std::string& packed, std::size_t at) {
  constexpr std::size_t kField = 148, kFieldBytes = 8;
  at -= at % kTarBlock;
  if (at + kTarBlock > packed.size()) return;
  std::fill_n(packed.begin() + static_cast<std::ptrdiff_t>(at + kField), kFieldBytes, ' ');
  unsigned sum = 0;
  for (std::size_t i = 0; i < kTarBlock; ++i) sum += static_cast<unsigned char>(packed[at + i]);
  packed.replace(at + kField, kFieldBytes, fmt::format("{:06o}", sum) + std::string(1, '\0') + ' ');
}

/// Structures of zip and 7z are found by their signatures.
std::size_t find_structure(const std::string& packed, FuzzInput& input) {
  constexpr std::string_view kSignatures[] = {"PK\x01\x02", "PK\x03\x04", "PK\x05\x06",
                                              "7z\xBC\xAF", "ustar"};
  const std::string_view signature = kSignatures[input.below(std::size(kSignatures))];
  const std::size_t found = packed.find(signature, input.number(2));
  const std::size_t at = found == std::string::npos ? input.number(2) : found + input.below(64);
  return at % packed.size();
}

void damage(std::string& packed, FuzzInput& input, bool is_tar) {
  const std::size_t at = find_structure(packed, input);
  constexpr std::uint64_t kNumbers[] = {0, 1, 0x7F, 0x80, 0xFF, 0xFFFF, 0x7FFFFFFF, 0xFFFFFFFF};
  switch (input.below(7)) {
    case 0:
      packed[at] = static_cast<char>(packed[at] ^ (1 << input.below(8)));
      break;
    case 1:
      packed[at] = static_cast<char>(input.byte());
      break;
    case 2:
      if (at + 4 <= packed.size()) {
        store_little(packed.data() + at, static_cast<std::uint32_t>(kNumbers[input.below(8)]));
      }
      break;
    case 3:
      packed.erase(at, 1 + input.below(64));
      break;
    case 4:
      packed.insert(at, std::string(input.take(input.below(64))));
      break;
    case 5:
      packed.resize(at);
      break;
    default:
      packed += packed.substr(at, 2048);  // something twice
  }
  if (is_tar && input.below(2) == 0 && !packed.empty()) seal_tar(packed, at % packed.size());
}

/// True if nothing about the file makes a reader leave it out, or unpack it.
bool is_plain(const std::pair<std::string, std::string>& file) {
  const auto is_letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9'); };
  return std::ranges::all_of(file.first, is_letter) &&
         content_type_of(
             std::span(file.second).first(std::min(file.second.size(), kContentHeadBytes))) ==
             ContentType::plain;
}

/// Of an archive without damage, every plain file is there, in its order.
void come_back_whole(test::Packer packer, test::Files files, const std::vector<Member>& members) {
  if (packer == test::Packer::seven_zip) {  // which puts empty files last
    std::stable_partition(files.begin(), files.end(),
                          [](const auto& file) { return !file.second.empty(); });
  }
  auto next = members.begin();
  for (const auto& file : files) {
    if (!is_plain(file)) continue;
    next = std::find_if(next, members.end(), [&](const Member& member) {
      return !member.is_damaged && member.bytes == file.second && member.name.ends_with(file.first);
    });
    require(next != members.end());
    ++next;
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  FuzzInput input(data, size);
  constexpr test::Packer kPackers[] = {test::Packer::tar, test::Packer::zip,
                                       test::Packer::stored_zip, test::Packer::seven_zip};
  const test::Packer packer = kPackers[input.below(4)];
  const std::size_t codec = input.below(8);
  const test::Files files = files_of(input);
  std::string packed;
  try {
    packed = test::pack(packer, files);
  } catch (const std::runtime_error&) {  // a name that the packer does not take
    return 0;
  }
  const bool is_inner = input.below(4) == 3;
  if (is_inner) packed = test::pack(test::Packer::tar, {{"inner.bin", packed}, {"z", "(;)"}});
  const bool is_damaged = !input.empty();
  for (int left = 8; left > 0 && !input.empty() && !packed.empty(); --left) {
    damage(packed, input, packer == test::Packer::tar || is_inner);
  }
  if (codec < 4) packed = test::compress(test::kCodecs[codec], packed);
  const std::vector<Member> members = members_of<MemoryStream>(packed, 64 * 1024);
  if (!is_damaged) come_back_whole(packer, files, members);
  std::size_t all = 0;
  for (const Member& member : members) all += member.bytes.size() + 64;
  if (all >= kMostBytes) return 0;
  require(members == members_of<MemoryStream>(packed, 7));
  require(members_of<Pipe>(packed, 64 * 1024) == members_of<Dripping>(packed, 64 * 1024));
  return 0;
}

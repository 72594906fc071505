#pragma once

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace ludex::test {

enum class Codec { gzip, bzip2, xz, zstd };
inline constexpr Codec kCodecs[] = {Codec::gzip, Codec::bzip2, Codec::xz, Codec::zstd};
std::string_view name_of(Codec codec);

/// One gzip member, bzip2 stream, xz stream (CRC64) or zstd frame (with checksum).
std::string compress(Codec codec, std::string_view bytes, unsigned xz_preset = 1);

/// Name and bytes. A name that ends in "/" makes a folder; bytes "-> x" a link to x, "=> x" a hard
/// link (tar only).
using Files = std::vector<std::pair<std::string, std::string>>;

enum class Packer { tar, zip, stored_zip, encrypted_zip, seven_zip };
std::string pack(Packer packer, const Files& files);

}  // namespace ludex::test

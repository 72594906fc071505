#include "support/packing.hpp"

#include <archive.h>
#include <archive_entry.h>
#include <locale.h>
#include <lzma.h>
#include <zstd.h>

#include <boost/iostreams/filter/bzip2.hpp>
#include <boost/iostreams/filter/gzip.hpp>
#include <boost/iostreams/filtering_stream.hpp>
#include <memory>
#include <stdexcept>

namespace ludex::test {

namespace {

template <typename Compressor>
std::string compress_with(std::string_view bytes) {
  std::string packed;
  boost::iostreams::filtering_ostream out;
  out.push(Compressor());
  out.push(boost::iostreams::back_inserter(packed));
  out.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
  out.reset();
  return packed;
}

std::string compress_xz(std::string_view bytes, unsigned preset) {
  std::string packed(lzma_stream_buffer_bound(bytes.size()), '\0');
  std::size_t used = 0;
  const lzma_ret result = lzma_easy_buffer_encode(
      preset, LZMA_CHECK_CRC64, nullptr, reinterpret_cast<const std::uint8_t*>(bytes.data()),
      bytes.size(), reinterpret_cast<std::uint8_t*>(packed.data()), &used, packed.size());
  if (result != LZMA_OK) throw std::runtime_error("xz fails");
  packed.resize(used);
  return packed;
}

std::string compress_zstd(std::string_view bytes) {
  const std::unique_ptr<ZSTD_CCtx, decltype(&ZSTD_freeCCtx)> context(ZSTD_createCCtx(),
                                                                     ZSTD_freeCCtx);
  ZSTD_CCtx_setParameter(context.get(), ZSTD_c_checksumFlag, 1);
  std::string packed(ZSTD_compressBound(bytes.size()), '\0');
  packed.resize(
      ZSTD_compress2(context.get(), packed.data(), packed.size(), bytes.data(), bytes.size()));
  return packed;
}

/// libarchive takes names to be in the charset of the locale.
class Utf8Locale {
 public:
  Utf8Locale()
      : utf8_(newlocale(LC_CTYPE_MASK, "C.UTF-8", locale_t{})), before_(uselocale(utf8_)) {}
  ~Utf8Locale() {
    uselocale(before_);
    freelocale(utf8_);
  }
  Utf8Locale(const Utf8Locale&) = delete;
  Utf8Locale& operator=(const Utf8Locale&) = delete;

 private:
  locale_t utf8_;
  locale_t before_;
};

void must_be_ok(archive* handle, int status) {
  if (status != ARCHIVE_OK) throw std::runtime_error(archive_error_string(handle));
}

void set_format(archive* handle, Packer packer) {
  switch (packer) {
    case Packer::tar:
      return must_be_ok(handle, archive_write_set_format_pax_restricted(handle));
    case Packer::zip:
      return must_be_ok(handle, archive_write_set_format_zip(handle));
    case Packer::stored_zip:
      must_be_ok(handle, archive_write_set_format_zip(handle));
      return must_be_ok(handle, archive_write_set_options(handle, "zip:compression=store"));
    case Packer::encrypted_zip:
      must_be_ok(handle, archive_write_set_format_zip(handle));
      must_be_ok(handle, archive_write_set_options(handle, "zip:encryption=zipcrypt"));
      return must_be_ok(handle, archive_write_set_passphrase(handle, "secret"));
    case Packer::seven_zip:
      return must_be_ok(handle, archive_write_set_format_7zip(handle));
  }
}

void describe(archive_entry* entry, const std::string& name, const std::string& bytes) {
  archive_entry_clear(entry);
  archive_entry_set_pathname(entry, name.c_str());
  archive_entry_set_perm(entry, 0644);
  archive_entry_set_filetype(entry, AE_IFREG);
  if (name.ends_with('/')) {
    archive_entry_set_filetype(entry, AE_IFDIR);
  } else if (bytes.starts_with("-> ")) {
    archive_entry_set_filetype(entry, AE_IFLNK);
    archive_entry_set_symlink(entry, bytes.c_str() + 3);
  } else if (bytes.starts_with("=> ")) {
    archive_entry_set_hardlink(entry, bytes.c_str() + 3);
  } else {
    archive_entry_set_size(entry, static_cast<la_int64_t>(bytes.size()));
  }
}

la_ssize_t append(archive*, void* packed, const void* bytes, std::size_t size) {
  static_cast<std::string*>(packed)->append(static_cast<const char*>(bytes), size);
  return static_cast<la_ssize_t>(size);
}

}  // namespace

std::string_view name_of(Codec codec) {
  switch (codec) {
    case Codec::gzip:
      return "gzip";
    case Codec::bzip2:
      return "bzip2";
    case Codec::xz:
      return "xz";
    default:
      return "zstd";
  }
}

std::string compress(Codec codec, std::string_view bytes, unsigned xz_preset) {
  switch (codec) {
    case Codec::gzip:
      return compress_with<boost::iostreams::gzip_compressor>(bytes);
    case Codec::bzip2:
      return compress_with<boost::iostreams::bzip2_compressor>(bytes);
    case Codec::xz:
      return compress_xz(bytes, xz_preset);
    default:
      return compress_zstd(bytes);
  }
}

std::string pack(Packer packer, const Files& files) {
  std::string packed;
  const Utf8Locale utf8;
  const std::unique_ptr<archive, decltype(&archive_write_free)> handle(archive_write_new(),
                                                                       archive_write_free);
  const std::unique_ptr<archive_entry, decltype(&archive_entry_free)> entry(archive_entry_new(),
                                                                            archive_entry_free);
  set_format(handle.get(), packer);
  archive_write_set_bytes_in_last_block(handle.get(), 1);
  must_be_ok(handle.get(), archive_write_open(handle.get(), &packed, nullptr, append, nullptr));
  for (const auto& [name, bytes] : files) {
    describe(entry.get(), name, bytes);
    must_be_ok(handle.get(), archive_write_header(handle.get(), entry.get()));
    if (archive_entry_size(entry.get()) > 0) {
      archive_write_data(handle.get(), bytes.data(), bytes.size());
    }
  }
  must_be_ok(handle.get(), archive_write_close(handle.get()));
  return packed;
}

}  // namespace ludex::test

#include "store/sql/page_memory.hpp"

#include "core/present_memory.hpp"

#include <sqlite3.h>
#include <sys/mman.h>
#include <sys/resource.h>

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <memory>
#include <mutex>
#include <new>
#include <span>

namespace ludex {
namespace {

/// Off with a sanitizer, which could not see reads beyond a page.
#ifdef LUDEX_SANITIZED
constexpr bool kIsSanitized = true;
#else
constexpr bool kIsSanitized = false;
#endif

/// Slots for pages with what SQLite keeps beside each. A region is address space only,
/// until slots are used for the first time; memory of slots that are given back is used again.
class PageSlots {
 public:
  static constexpr int kBytes = kPageBytes + 512;
  static constexpr std::size_t kRegionBytes = std::size_t{256} << 20;  // the largest cache

  static bool fit(int bytes) { return bytes > kPageBytes && bytes <= kBytes; }
  [[nodiscard]] bool hold(const void* memory) const {
    const auto* const place = static_cast<const std::byte*>(memory);
    return place >= begin_ && place < end_;
  }
  /// Null if all are taken.
  void* take() {
    const std::scoped_lock lock(mutex_);
    if (free_ != nullptr) {
      Slot* const slot = free_;
      free_ = slot->next;
      return slot;
    }
    if (begin_ == nullptr || end_ - unused_ < kBytes) return nullptr;
    if (unused_ + kBytes > present_ && !is_growing_) get_memory();
    void* const slot = unused_;
    unused_ += kBytes;
    return slot;
  }
  void give_back(void* memory) {
    const std::scoped_lock lock(mutex_);
    free_ = new (memory) Slot{free_};
  }
  /// Before any other call. Takes nothing where the address space is limited.
  void reserve() {
    constexpr rlim_t kPlenty = 16 * kRegionBytes;
    rlimit most{};
    if (::getrlimit(RLIMIT_AS, &most) != 0 || most.rlim_cur < kPlenty) return;
    void* const region = ::mmap(nullptr, kRegionBytes, PROT_READ | PROT_WRITE,
                                MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (region == MAP_FAILED) return;
    begin_ = unused_ = present_ = static_cast<std::byte*>(region);
    end_ = begin_ + kRegionBytes;
  }

  /// As get_page_memory_ahead(). Slots may be taken meanwhile.
  void get_ahead() {
    constexpr std::ptrdiff_t kMost = 2 * 1024 * 1024;
    std::unique_lock lock(mutex_);
    const std::ptrdiff_t wanted = std::min({unused_ - begin_, kMost, end_ - unused_});
    if (is_growing_ || present_ - unused_ >= wanted) return;
    is_growing_ = true;
    const std::span more(present_, unused_ + wanted);
    lock.unlock();
    make_present(more);
    lock.lock();
    present_ = std::to_address(more.end());
    is_growing_ = false;
  }

 private:
  /// Doubles the memory, by at most a MiB.
  void get_memory() {
    constexpr std::ptrdiff_t kLeast = 64 * 1024, kMost = 1024 * 1024;
    const std::ptrdiff_t bytes =
        std::min(std::clamp(present_ - begin_, kLeast, kMost), end_ - present_);
    make_present({present_, static_cast<std::size_t>(bytes)});
    present_ += bytes;
  }

  struct Slot {
    Slot* next;
  };
  std::mutex mutex_;
  std::byte* begin_ = nullptr;
  std::byte* end_ = nullptr;
  std::byte* unused_ = nullptr;   // from here on no slot was ever taken
  std::byte* present_ = nullptr;  // up to here it has memory
  bool is_growing_ = false;       // it gets more from present_ on
  Slot* free_ = nullptr;
};

PageSlots slots;
sqlite3_mem_methods others;  // SQLite's own

void* allocate(int bytes) {
  if (PageSlots::fit(bytes)) {
    if (void* const slot = slots.take()) return slot;
  }
  return others.xMalloc(bytes);
}

void release(void* memory) { slots.hold(memory) ? slots.give_back(memory) : others.xFree(memory); }

/// Allocations of this size that are not pages may be resized.
void* reallocate(void* memory, int bytes) {
  if (!slots.hold(memory)) return others.xRealloc(memory, bytes);
  if (PageSlots::fit(bytes)) return memory;
  void* const moved = others.xMalloc(bytes);
  if (moved == nullptr) return nullptr;
  std::memcpy(moved, memory, static_cast<std::size_t>(std::min(bytes, PageSlots::kBytes)));
  slots.give_back(memory);
  return moved;
}

int size_of(void* memory) { return slots.hold(memory) ? PageSlots::kBytes : others.xSize(memory); }

}  // namespace

void keep_pages_in_one_region() {
  if (kIsSanitized) return;
  if (sqlite3_config(SQLITE_CONFIG_GETMALLOC, &others) != SQLITE_OK) return;
  sqlite3_mem_methods methods = others;
  methods.xMalloc = allocate;
  methods.xFree = release;
  methods.xRealloc = reallocate;
  methods.xSize = size_of;
  slots.reserve();
  sqlite3_config(SQLITE_CONFIG_MALLOC, &methods);
}

void get_page_memory_ahead() { slots.get_ahead(); }

}  // namespace ludex

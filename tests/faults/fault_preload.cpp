// Loaded into a program before all other libraries (LD_PRELOAD): counts its calls of the system,
// lets chosen ones fail, kills it at one, or records what it does to files. README.md explains how
// laboratory.py uses it.
//
//   LUDEX_FAULT_CALLS   the calls that count: "pwrite,fsync"; "all"
//   LUDEX_FAULT_AT      the number of the call that fails, from 1; 0: none
//   LUDEX_FAULT_FOR     how many fail from there on (default 1); 0: all
//   LUDEX_FAULT_DO      what happens: an errno by its name; kill: SIGKILL; short: half of what was
//                       asked for
//   LUDEX_FAULT_FOLDER  of calls with files, only those count whose path begins with this
//   LUDEX_FAULT_REPORT  a file that receives "calls N fired M NAME PATH" at the end or at the first
//                       fault
//   LUDEX_FAULT_LOG     a file that receives every change of a file in the folder, for
//                       power_cut.py

#include <dlfcn.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <climits>

extern "C" {
void* __libc_malloc(size_t size);
void* __libc_calloc(size_t count, size_t size);
void* __libc_realloc(void* old, size_t size);
void* __libc_memalign(size_t alignment, size_t size);
}

namespace {

enum class Call {
  open,
  read,
  pread,
  write,
  pwrite,
  fsync,
  fdatasync,
  ftruncate,
  unlink,
  rename,
  mmap,
  malloc,
  thread,
  connect,
  send,
  recv
};
constexpr const char* kNames[] = {
    "open",   "read",   "pread", "write",  "pwrite",         "fsync",   "fdatasync", "ftruncate",
    "unlink", "rename", "mmap",  "malloc", "pthread_create", "connect", "send",      "recv"};
constexpr int kFaultShort = -1;
constexpr int kFaultKill = -2;

struct Plan {
  unsigned counted = 0;  // a bit for each Call
  unsigned long first = 0, last = 0;
  int fault = EIO;
  char folder[PATH_MAX] = "";
  int report = -1, log = -1;
};

// Plain objects: the first calls come before any constructor has run.
Plan plan;
std::atomic<bool> ready;
std::atomic<unsigned long> calls, fired;
pthread_mutex_t log_lock = PTHREAD_MUTEX_INITIALIZER;

template <class Function>
Function* next(const char* name) {
  return reinterpret_cast<Function*>(dlsym(RTLD_NEXT, name));
}

void write_report(const char* name, const char* path) {
  if (plan.report < 0) return;
  char line[PATH_MAX + 100];
  const int size = snprintf(line, sizeof line, "calls %lu fired %lu %s %s\n", calls.load(),
                            fired.load(), name, path);
  (void)!syscall(SYS_pwrite64, plan.report, line, static_cast<size_t>(size), 0);
}

bool in_folder(const char* path) {
  return plan.folder[0] == '\0' || strncmp(path, plan.folder, strlen(plan.folder)) == 0;
}

/// The path of a descriptor; empty if it is not a file of the folder.
bool find_path(int descriptor, char (&path)[PATH_MAX]) {
  char link[40];
  snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
  const long size = syscall(SYS_readlink, link, path, sizeof path - 1);
  if (size <= 0) return false;
  path[size] = '\0';
  return path[0] == '/' && in_folder(path);
}

void make_absolute(const char* path, char (&absolute)[PATH_MAX]) {
  if (path[0] == '/' || getcwd(absolute, sizeof absolute) == nullptr) absolute[0] = '\0';
  const size_t length = strlen(absolute);
  snprintf(absolute + length, sizeof absolute - length, "%s%s", length == 0 ? "" : "/", path);
}

/// Counts a call. Returns 0 if it should go on, an errno, or kFaultShort. Does not return from
/// kFaultKill.
int fault_at(Call call, const char* path) {
  if ((plan.counted >> static_cast<unsigned>(call) & 1) == 0) return 0;
  const unsigned long number = ++calls;
  if (number < plan.first || number > plan.last) return 0;
  if (++fired == 1) write_report(kNames[static_cast<int>(call)], path);
  if (plan.fault == kFaultKill) syscall(SYS_kill, getpid(), SIGKILL);
  return plan.fault;
}

int fault_of_path(Call call, const char* path) {
  if (!ready || plan.counted == 0) return 0;
  char absolute[PATH_MAX];
  make_absolute(path, absolute);
  return in_folder(absolute) ? fault_at(call, absolute) : 0;
}

int fault_of_file(Call call, int descriptor) {
  if (!ready || (plan.counted >> static_cast<unsigned>(call) & 1) == 0) return 0;
  char path[PATH_MAX];
  return find_path(descriptor, path) ? fault_at(call, path) : 0;
}

/// Sets errno if the call must fail. \param bytes  becomes less if it must be cut short.
bool fails(Call call, int descriptor, size_t& bytes) {
  const int fault = fault_of_file(call, descriptor);
  if (fault == kFaultShort) bytes = bytes > 1 ? bytes / 2 : bytes;
  if (fault > 0) errno = fault;
  return fault > 0;
}

// A log entry: this, then the path, the other path of a rename, and the bytes of a write.
struct Entry {
  char what;  // w write, t truncate, s sync, c create, u unlink, r rename
  uint64_t file;
  uint64_t offset, size;
  uint32_t path_bytes, other_bytes;
} __attribute__((packed));

uint64_t file_number(int descriptor) {
  struct stat status {};
  return syscall(SYS_fstat, descriptor, &status) == 0 ? status.st_ino : 0;
}

void put(const void* bytes, size_t size) {
  const char* rest = static_cast<const char*>(bytes);
  while (size > 0) {
    const long written = syscall(SYS_write, plan.log, rest, size);
    if (written <= 0) syscall(SYS_kill, getpid(), SIGABRT);
    rest += written;
    size -= static_cast<size_t>(written);
  }
}

void log_path(char what, uint64_t file, const char* path, const char* other = "") {
  const Entry entry{
      what, file, 0, 0, static_cast<uint32_t>(strlen(path)), static_cast<uint32_t>(strlen(other))};
  put(&entry, sizeof entry);
  put(path, entry.path_bytes);
  put(other, entry.other_bytes);
}

void log_file(char what, int descriptor, uint64_t offset, const void* bytes, size_t size) {
  char path[PATH_MAX];
  if (plan.log < 0 || !find_path(descriptor, path)) return;
  const Entry entry{
      what, file_number(descriptor), offset, size, static_cast<uint32_t>(strlen(path)), 0};
  put(&entry, sizeof entry);
  put(path, entry.path_bytes);
  if (bytes != nullptr) put(bytes, size);
}

/// The log has the order in which the calls happened.
class InLog {
 public:
  InLog() {
    if (plan.log >= 0) pthread_mutex_lock(&log_lock);
  }
  ~InLog() {
    if (plan.log >= 0) pthread_mutex_unlock(&log_lock);
  }
  InLog(const InLog&) = delete;
  InLog& operator=(const InLog&) = delete;
};

int fault_named(const char* name) {
  struct Named {
    const char* name;
    int fault;
  };
  constexpr Named kFaults[] = {{"ENOSPC", ENOSPC},
                               {"EIO", EIO},
                               {"EINTR", EINTR},
                               {"EMFILE", EMFILE},
                               {"ENOMEM", ENOMEM},
                               {"EAGAIN", EAGAIN},
                               {"EPIPE", EPIPE},
                               {"ECONNRESET", ECONNRESET},
                               {"ECONNREFUSED", ECONNREFUSED},
                               {"short", kFaultShort},
                               {"kill", kFaultKill}};
  for (const Named& fault : kFaults) {
    if (strcmp(name, fault.name) == 0) return fault.fault;
  }
  abort();
}

unsigned calls_named(const char* names) {
  if (strcmp(names, "all") == 0) return ~0U;
  unsigned counted = 0;
  for (unsigned call = 0; call < sizeof kNames / sizeof kNames[0]; ++call) {
    const size_t length = strlen(kNames[call]);
    for (const char* at = names; (at = strstr(at, kNames[call])) != nullptr; at += length) {
      const bool begins = at == names || at[-1] == ',';
      if (begins && (at[length] == '\0' || at[length] == ',')) counted |= 1U << call;
    }
  }
  return counted;
}

const char* setting(const char* name) {
  const char* const value = getenv(name);
  return value == nullptr ? "" : value;
}

int open_output(const char* path) {
  if (path[0] == '\0') return -1;
  const long low =
      syscall(SYS_openat, AT_FDCWD, path, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
  const int high =
      fcntl(static_cast<int>(low), F_DUPFD_CLOEXEC, 500);  // out of the way of limits and of tests
  syscall(SYS_close, low);
  return high;
}

__attribute__((constructor)) void begin() {
  plan.counted = calls_named(setting("LUDEX_FAULT_CALLS"));
  plan.first = strtoul(setting("LUDEX_FAULT_AT"), nullptr, 10);
  const char* const many = setting("LUDEX_FAULT_FOR");
  const unsigned long length = many[0] == '\0' ? 1 : strtoul(many, nullptr, 10);
  plan.last = length == 0 ? ULONG_MAX : plan.first + length - 1;
  if (plan.first == 0) plan.first = ULONG_MAX;
  if (setting("LUDEX_FAULT_DO")[0] != '\0') plan.fault = fault_named(setting("LUDEX_FAULT_DO"));
  snprintf(plan.folder, sizeof plan.folder, "%s", setting("LUDEX_FAULT_FOLDER"));
  plan.report = open_output(setting("LUDEX_FAULT_REPORT"));
  plan.log = open_output(setting("LUDEX_FAULT_LOG"));
}

using Main = int(int, char**, char**);
Main* program;

/// Counting begins here: what libraries do before main() is not the program's.
int begin_program(int count, char** arguments, char** environment) {
  ready = true;
  return program(count, arguments, environment);
}

__attribute__((destructor)) void end() {
  if (fired == 0) write_report("", "");
}

int open_file(int folder, const char* path, int flags, mode_t mode) {
  const int fault = folder == AT_FDCWD || path[0] == '/' ? fault_of_path(Call::open, path) : 0;
  if (fault > 0) {
    errno = fault;
    return -1;
  }
  const InLog in_log;
  const bool creates =
      ready && plan.log >= 0 && (flags & O_CREAT) != 0 && faccessat(folder, path, F_OK, 0) != 0;
  const int descriptor = static_cast<int>(syscall(SYS_openat, folder, path, flags, mode));
  char absolute[PATH_MAX];
  if (creates && descriptor >= 0 && find_path(descriptor, absolute))
    log_path('c', file_number(descriptor), absolute);
  return descriptor;
}

mode_t mode_in(int flags, va_list arguments) {
  return (flags & (O_CREAT | __O_TMPFILE)) != 0 ? va_arg(arguments, mode_t) : 0;
}

ssize_t write_file(Call call, long number, int descriptor, const void* bytes, size_t size,
                   off_t offset) {
  if (fails(call, descriptor, size)) return -1;
  const InLog in_log;
  const bool at_end = call == Call::write;
  const uint64_t start = !at_end || plan.log < 0
                             ? static_cast<uint64_t>(offset)
                             : static_cast<uint64_t>(lseek(descriptor, 0, SEEK_CUR));
  const long written = syscall(number, descriptor, bytes, size, offset);
  if (written > 0) log_file('w', descriptor, start, bytes, static_cast<size_t>(written));
  return written;
}

int sync_file(Call call, long number, int descriptor) {
  size_t none = 0;
  if (fails(call, descriptor, none)) return -1;
  const InLog in_log;
  const int status = static_cast<int>(syscall(number, descriptor));
  if (status == 0) log_file('s', descriptor, 0, nullptr, 0);
  return status;
}

int cut_file(int descriptor, off_t size) {
  size_t none = 0;
  if (fails(Call::ftruncate, descriptor, none)) return -1;
  const InLog in_log;
  const int status = static_cast<int>(syscall(SYS_ftruncate, descriptor, size));
  if (status == 0) log_file('t', descriptor, static_cast<uint64_t>(size), nullptr, 0);
  return status;
}

bool out_of_memory() {
  const bool fails = ready && plan.counted != 0 && fault_at(Call::malloc, "") > 0;
  if (fails) errno = ENOMEM;
  return fails;
}

/// Sets errno if the call must fail. Nothing is cut short here: a program that waits for events may
/// take that for a full or an empty buffer and wait for ever.
bool fails_on_network(Call call) {
  const int fault = ready ? fault_at(call, "") : 0;
  if (fault > 0) errno = fault;
  return fault > 0;
}

ssize_t over_parts(const struct iovec* parts, int count, ssize_t (*one)(int, void*, size_t),
                   int descriptor) {
  ssize_t total = 0;
  for (int i = 0; i < count; ++i) {
    if (parts[i].iov_len == 0) continue;
    const ssize_t done = one(descriptor, parts[i].iov_base, parts[i].iov_len);
    if (done < 0) return total > 0 ? total : done;
    total += done;
    if (static_cast<size_t>(done) < parts[i].iov_len) break;
  }
  return total;
}

}  // namespace

// Each function of the C library, in the forms with and without large files that programs link to.
extern "C" {

int __libc_start_main(Main* main, int count, char** arguments, Main* init, void (*end)(),
                      void (*end_loader)(), void* stack) {
  program = main;
  static auto* const start = next<decltype(__libc_start_main)>("__libc_start_main");
  return start(begin_program, count, arguments, init, end, end_loader, stack);
}

int open(const char* path, int flags, ...) {
  va_list arguments;
  va_start(arguments, flags);
  const mode_t mode = mode_in(flags, arguments);
  va_end(arguments);
  return open_file(AT_FDCWD, path, flags, mode);
}
int open64(const char* path, int flags, ...) __attribute__((alias("open")));
int openat(int folder, const char* path, int flags, ...) {
  va_list arguments;
  va_start(arguments, flags);
  const mode_t mode = mode_in(flags, arguments);
  va_end(arguments);
  return open_file(folder, path, flags, mode);
}
int openat64(int folder, const char* path, int flags, ...) __attribute__((alias("openat")));

ssize_t read(int descriptor, void* bytes, size_t size) {
  return fails(Call::read, descriptor, size) ? -1 : syscall(SYS_read, descriptor, bytes, size);
}
ssize_t pread(int descriptor, void* bytes, size_t size, off_t offset) {
  return fails(Call::pread, descriptor, size)
             ? -1
             : syscall(SYS_pread64, descriptor, bytes, size, offset);
}
ssize_t pread64(int descriptor, void* bytes, size_t size, off_t offset)
    __attribute__((alias("pread")));
ssize_t readv(int descriptor, const struct iovec* parts, int count) {
  return over_parts(parts, count, &read, descriptor);
}
ssize_t write(int descriptor, const void* bytes, size_t size) {
  return write_file(Call::write, SYS_write, descriptor, bytes, size, 0);
}
ssize_t pwrite(int descriptor, const void* bytes, size_t size, off_t offset) {
  return write_file(Call::pwrite, SYS_pwrite64, descriptor, bytes, size, offset);
}
ssize_t pwrite64(int descriptor, const void* bytes, size_t size, off_t offset)
    __attribute__((alias("pwrite")));
ssize_t writev(int descriptor, const struct iovec* parts, int count) {
  return over_parts(
      parts, count, [](int file, void* bytes, size_t size) { return write(file, bytes, size); },
      descriptor);
}

int fsync(int descriptor) { return sync_file(Call::fsync, SYS_fsync, descriptor); }
int fdatasync(int descriptor) { return sync_file(Call::fdatasync, SYS_fdatasync, descriptor); }
int ftruncate(int descriptor, off_t size) noexcept { return cut_file(descriptor, size); }
int ftruncate64(int descriptor, off_t size) noexcept { return cut_file(descriptor, size); }

int unlink(const char* path) noexcept {
  if (const int fault = fault_of_path(Call::unlink, path); fault > 0) {
    errno = fault;
    return -1;
  }
  const InLog in_log;
  const int status = static_cast<int>(syscall(SYS_unlink, path));
  char absolute[PATH_MAX];
  if (status == 0 && ready && plan.log >= 0) {
    make_absolute(path, absolute);
    if (in_folder(absolute)) log_path('u', 0, absolute);
  }
  return status;
}
int rename(const char* from, const char* to) noexcept {
  if (const int fault = fault_of_path(Call::rename, to); fault > 0) {
    errno = fault;
    return -1;
  }
  const InLog in_log;
  const int status = static_cast<int>(syscall(SYS_rename, from, to));
  char old_path[PATH_MAX], new_path[PATH_MAX];
  if (status == 0 && ready && plan.log >= 0) {
    make_absolute(from, old_path);
    make_absolute(to, new_path);
    if (in_folder(new_path)) log_path('r', 0, old_path, new_path);
  }
  return status;
}

void* mmap(void* address, size_t size, int protection, int flags, int descriptor,
           off_t offset) noexcept {
  const int fault = descriptor < 0 || !ready ? 0 : fault_of_file(Call::mmap, descriptor);
  if (fault > 0) {
    errno = fault;
    return MAP_FAILED;
  }
  return reinterpret_cast<void*>(
      syscall(SYS_mmap, address, size, protection, flags, descriptor, offset));
}
void* mmap64(void* address, size_t size, int protection, int flags, int descriptor,
             off_t offset) noexcept {
  return mmap(address, size, protection, flags, descriptor, offset);
}

void* malloc(size_t size) { return out_of_memory() ? nullptr : __libc_malloc(size); }
void* calloc(size_t count, size_t size) {
  return out_of_memory() ? nullptr : __libc_calloc(count, size);
}
void* realloc(void* old, size_t size) {
  return out_of_memory() ? nullptr : __libc_realloc(old, size);
}
void* aligned_alloc(size_t alignment, size_t size) {
  return out_of_memory() ? nullptr : __libc_memalign(alignment, size);
}
int posix_memalign(void** result, size_t alignment, size_t size) noexcept {
  if (out_of_memory()) return ENOMEM;
  *result = __libc_memalign(alignment, size);
  return *result == nullptr ? ENOMEM : 0;
}

int pthread_create(pthread_t* thread, const pthread_attr_t* attributes, void* (*work)(void*),
                   void* argument) noexcept {
  if (ready && plan.counted != 0) {
    if (const int fault = fault_at(Call::thread, ""); fault > 0) return fault;
  }
  static auto* const create = next<decltype(pthread_create)>("pthread_create");
  return create(thread, attributes, work, argument);
}

int connect(int descriptor, const sockaddr* address, socklen_t size) {
  if (fails_on_network(Call::connect)) return -1;
  return static_cast<int>(syscall(SYS_connect, descriptor, address, size));
}
ssize_t send(int descriptor, const void* bytes, size_t size, int flags) {
  if (fails_on_network(Call::send)) return -1;
  return syscall(SYS_sendto, descriptor, bytes, size, flags, nullptr, 0);
}
ssize_t recv(int descriptor, void* bytes, size_t size, int flags) {
  if (fails_on_network(Call::recv)) return -1;
  return syscall(SYS_recvfrom, descriptor, bytes, size, flags, nullptr, nullptr);
}
ssize_t sendmsg(int descriptor, const msghdr* message, int flags) {
  return fails_on_network(Call::send) ? -1 : syscall(SYS_sendmsg, descriptor, message, flags);
}
ssize_t recvmsg(int descriptor, msghdr* message, int flags) {
  return fails_on_network(Call::recv) ? -1 : syscall(SYS_recvmsg, descriptor, message, flags);
}

}  // extern "C"

#pragma once

#include <stdexcept>
#include <string>

namespace ludex {

/// We cannot go on. The message is one line: where, what, and what now.
class Error : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// The caller asked for something that has no meaning: a malformed position, date or filter.
class UsageError : public Error {
 public:
  using Error::Error;
};

/// The database cannot be used: missing, newer, locked, another program's, damaged.
class DatabaseError : public Error {
 public:
  using Error::Error;
};

/// A source or member cannot be read on: ends that stream only.
class SourceError : public Error {
 public:
  using Error::Error;
};

}  // namespace ludex

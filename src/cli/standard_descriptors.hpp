#pragma once

namespace ludex::cli {

/// Opens those of the descriptors 0 to 2 that are closed on /dev/null: else the next file to be
/// opened, the database for one, would get such a number, and messages would be written into it.
/// What is read from a closed standard input is an error, not an empty stream.
/// Call it first of all. Ends the program with status 3 if there is no /dev/null.
void open_standard_descriptors();

}  // namespace ludex::cli

#pragma once

namespace ludex::cli {

/// Opens /dev/null on each of descriptors 0 to 2 that is closed. Otherwise the next file opened,
/// such as the database, gets that number and messages are written into it. Reading from a standard
/// input that was closed fails. Call it before anything is opened. Ends the program with status 3
/// if there is no /dev/null.
void open_standard_descriptors();

}  // namespace ludex::cli

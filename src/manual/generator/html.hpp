#pragma once

#include "manual/generator/page.hpp"

#include <string>
#include <vector>

namespace ludex::manual {

/// The text of a page as HTML, from its heading on. Names of pages are links to `NAME.SECTION`.
[[nodiscard]] std::string html_of(const Page& page);

/// C++ that builds the pages into the program; src/web/manual_pages.hpp declares what it defines.
[[nodiscard]] std::string embedded_pages(const std::vector<Page>& pages);

}  // namespace ludex::manual

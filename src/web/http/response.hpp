#pragma once

#include "web/http/message.hpp"
#include "web/http/request_reader.hpp"

#include <string>
#include <string_view>

namespace ludex::web {

/// Makes, completes and writes out answers. All of it is pure but for the clock of `Date`.

/// {"error":{"code":code,"message":message}}; more headers may be added.
[[nodiscard]] Response error_response(int status, std::string_view code, std::string_view message);

/// The value of the first header of this name, ignoring case; null if there is none.
[[nodiscard]] const std::string* find_header(const Response& response, std::string_view name);

/// Adds a header unless the response has one of this name.
void add_header(Response& response, std::string_view name, std::string_view value);

/// Adds a name to the header Vary.
void add_vary(Response& response, std::string_view name);

/// True if the client holds the answer of this ETag already, as If-None-Match says: then a handler
/// may answer {304} with that ETag without making the body.
[[nodiscard]] bool is_known(const Request& request, std::string_view etag);

/// Turns an answer whose ETag the client knows already into 304 without a body.
void make_conditional(const Request& request, Response& response);

/// Packs a text body of more than 1 KB with gzip if the client takes that. Its ETag becomes a weak
/// one. Streams, and bodies with a Content-Encoding, stay as they are.
void compress(const Request& request, Response& response);

/// The status line and the headers, up to the empty line. Content-Length is that of the body.
[[nodiscard]] std::string header_text(const Response& response, const Framing& framing);

}  // namespace ludex::web

#include "web/http/request_reader.hpp"

#include "web/http/response.hpp"
#include "web/http/target.hpp"
#include "web/http/text.hpp"

#include <fmt/format.h>

#include <boost/beast/http/parser.hpp>
#include <boost/beast/http/string_body.hpp>

#include <algorithm>
#include <optional>
#include <utility>

namespace ludex::web {
namespace {

namespace http = boost::beast::http;
using Parser = http::request_parser<http::string_body>;

/// A request line holds a target of kMaxTargetBytes, a method and a version.
constexpr std::size_t kMaxLineBytes = kMaxTargetBytes + 192;

constexpr std::size_t kShortestChunkedBody = std::string_view("0\r\n\r\n").size();

std::string_view view(boost::beast::string_view text) { return {text.data(), text.size()}; }

Response refusal_for(const boost::system::error_code& error, bool in_request_line) {
  if (error == http::error::body_limit) {
    return error_response(413, "too_large", "the body is too large");
  }
  if (error == http::error::header_limit || error == http::error::buffer_overflow) {
    return in_request_line ? error_response(414, "too_long", "the request line is too long")
                           : error_response(431, "too_large", "the header is too large");
  }
  return error_response(400, "bad_request", fmt::format("not HTTP/1.1: {}", error.message()));
}

std::vector<Field> fields_of(const http::request_header<>& header) {
  std::vector<Field> fields;
  for (const auto& field : header) {
    fields.push_back({lower_case(view(field.name_string())), std::string(view(field.value()))});
  }
  return fields;
}

}  // namespace

class RequestReader::Impl {
 public:
  explicit Impl(const RequestLimits& limits) : limits_(limits) {
    parser_.header_limit(static_cast<std::uint32_t>(kMaxLineBytes + limits.header_bytes));
    parser_.body_limit(limits.body_bytes);
  }

  std::size_t read(std::string_view bytes) {
    std::size_t consumed = 0;
    if (state_ == State::header)
      consumed = read_header(bytes);
    else if (state_ == State::body)
      consumed = read_body(bytes);
    return consumed;
  }

  State state_ = State::header;
  Request request_;
  Framing framing_;
  bool waits_ = false;
  Response refusal_;

 private:
  void refuse(Response response) {
    refusal_ = std::move(response);
    state_ = State::refused;
  }

  /// Gives bytes to the parser as long as it takes some. \returns how many it took.
  std::size_t feed(std::string_view bytes, boost::system::error_code& error) {
    std::size_t consumed = 0;
    do {
      const std::size_t took =
          parser_.put({bytes.data() + consumed, bytes.size() - consumed}, error);
      consumed += took;
      if (took == 0) break;
    } while (!error && !is_far_enough() && consumed < bytes.size());
    if (error == http::error::need_more) error = {};
    return consumed;
  }

  [[nodiscard]] bool is_far_enough() const {
    return state_ == State::header ? parser_.is_header_done() : parser_.is_done();
  }

  std::size_t read_header(std::string_view bytes) {
    // Empty lines before a request are harmless (RFC 9112, 2.2).
    std::size_t skipped = 0;
    if (header_bytes_ == 0) {
      while (bytes.substr(skipped).starts_with("\r\n")) skipped += 2;
    }
    if (skipped == bytes.size() || (header_bytes_ == 0 && bytes.substr(skipped) == "\r")) {
      return skipped;
    }
    boost::system::error_code error;
    const std::size_t consumed = feed(bytes.substr(skipped), error);
    header_bytes_ += consumed;
    if (error) {
      const bool in_line = bytes.find('\n') == std::string_view::npos && header_bytes_ == 0;
      refuse(refusal_for(error, in_line));
    } else if (parser_.is_header_done()) {
      take_header();
    }
    return skipped + consumed;
  }

  std::size_t read_body(std::string_view bytes) {
    // Beast 1.74 asserts that it has so many bytes when it looks for the end a second time.
    if (parser_.chunked() && !body_begun_ && bytes.size() < kShortestChunkedBody) return 0;
    body_begun_ = true;
    boost::system::error_code error;
    const std::size_t consumed = feed(bytes, error);
    if (error) {
      refuse(refusal_for(error, false));
    } else if (parser_.is_done()) {
      finish();
    } else if (bytes.size() - consumed > limits_.body_bytes) {
      refuse(refusal_for(http::error::body_limit, false));  // an endless line between chunks
    }
    return consumed;
  }

  void take_header() {
    const auto& header = parser_.get();
    const std::string_view target = view(header.target());
    if (header_bytes_ > target.size() + limits_.header_bytes && target.size() <= kMaxTargetBytes) {
      return refuse(refusal_for(http::error::header_limit, false));
    }
    request_.method = view(header.method_string());
    request_.headers = fields_of(header);
    framing_ = {request_.method == "HEAD", header.version() >= 11, parser_.keep_alive()};
    if (!check_body_framing() || !take_target(target)) return;
    const std::string* const expected = find_field(request_.headers, "expect");
    waits_ = expected != nullptr && equal_without_case(*expected, "100-continue");
    state_ = State::body;
    if (parser_.is_done()) return finish();
    parser_.eager(true);
  }

  /// Another reading of where a body ends is what request smuggling lives from.
  bool check_body_framing() {
    const auto encodings = std::ranges::count(request_.headers, "transfer-encoding", &Field::name);
    if (encodings == 0) return true;
    const bool is_chunked =
        encodings == 1 && parser_.get().version() >= 11 &&
        equal_without_case(*find_field(request_.headers, "transfer-encoding"), "chunked");
    if (!is_chunked) {
      refuse(error_response(400, "bad_request", "the only supported Transfer-Encoding is chunked"));
    }
    return is_chunked;
  }

  bool take_target(std::string_view raw) {
    const auto target = parse_target(raw);
    if (!target) {
      refuse(error_response(target.error().status,
                            target.error().status == 414 ? "too_long" : "bad_target",
                            target.error().reason));
      return false;
    }
    const std::string* const host = find_field(request_.headers, "host");
    if (!target->authority.empty() && host != nullptr &&
        !equal_without_case(target->authority, *host)) {
      refuse(error_response(421, "misdirected",
                            "the address and the field Host name different hosts"));
      return false;
    }
    request_.path = target->path;
    request_.parameters = target->parameters;
    return true;
  }

  void finish() {
    request_.body = std::move(parser_.get().body());
    state_ = State::done;
  }

  RequestLimits limits_;
  Parser parser_;
  std::size_t header_bytes_ = 0;  // consumed
  bool body_begun_ = false;
};

RequestReader::RequestReader(const RequestLimits& limits) : impl_(std::make_unique<Impl>(limits)) {}
RequestReader::~RequestReader() = default;
RequestReader::RequestReader(RequestReader&&) noexcept = default;
RequestReader& RequestReader::operator=(RequestReader&&) noexcept = default;

std::size_t RequestReader::read(std::string_view bytes) { return impl_->read(bytes); }
RequestReader::State RequestReader::state() const { return impl_->state_; }
Request& RequestReader::request() { return impl_->request_; }
const Framing& RequestReader::framing() const { return impl_->framing_; }
bool RequestReader::waits_to_continue() const { return impl_->waits_; }
const Response& RequestReader::refusal() const { return impl_->refusal_; }

}  // namespace ludex::web

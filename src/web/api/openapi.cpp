#include "web/api/answers.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace ludex::web {
namespace {

using options::OptionType;

std::string schema_of(const ParameterSpec& spec) {
  JsonObject schema;
  switch (spec.type) {
    case OptionType::flag:
      return schema.add("type", "string").add_json("enum", R"(["","1"])").take();
    case OptionType::whole:
    case OptionType::number:
      schema.add("type", spec.type == OptionType::whole ? "integer" : "number");
      return schema.add("minimum", spec.min).add("maximum", spec.max).take();
    case OptionType::texts:
    case OptionType::list:
      schema.add("type", "array");
      return schema.add_json("items", R"({"type":"string"})").take();
    default:
      return schema.add("type", "string").take();
  }
}

std::string parameter_of(const ParameterSpec& spec) {
  JsonObject parameter;
  parameter.add("name", spec.name).add("in", "query").add("description", spec.meaning);
  parameter.add_json("schema", schema_of(spec));
  if (spec.type == OptionType::list) parameter.add("style", "form").add("explode", false);
  return parameter.take();
}

std::string path_parameter(std::string_view name) {
  JsonObject parameter;
  parameter.add("name", name).add("in", "path").add("required", true);
  return parameter.add_json("schema", R"({"type":"integer","minimum":0})").take();
}

std::string_view content_type(std::string_view path) {
  if (path.ends_with(".svg")) return "image/svg+xml";
  return path.ends_with("/record") ? "text/plain" : "application/json";
}

/// Removes and returns the text before `end`.
std::string_view take_until(std::string_view& text, std::string_view end) {
  const std::size_t place = std::min(text.find(end), text.size());
  const std::string_view part = text.substr(0, place);
  text.remove_prefix(std::min(place + end.size(), text.size()));
  return part;
}

std::string type_of(std::string_view type) {
  const bool or_null = type.ends_with('?');
  if (or_null) type.remove_suffix(1);
  JsonObject schema;
  if (!or_null) return schema.add("type", type).take();
  return schema.add_json("type", JsonArray().add(type).add("null").take()).take();
}

/// The schema of a JSON answer, from Route::keys.
std::string answer_schema(const Route& route) {
  JsonObject properties;
  JsonArray required;
  for (std::string_view keys = route.keys; !keys.empty();) {
    std::string_view type = take_until(keys, ", ");
    std::string_view name = take_until(type, ": ");
    const bool may_miss = name.starts_with('(');
    if (may_miss) name = name.substr(1, name.size() - 2);
    properties.add_json(name, type_of(type));
    if (!may_miss) required.add(name);
  }
  properties.add_json("ms", type_of("number")).add_json("command", type_of("string"));
  properties.add_json("notes", type_of("array"));
  JsonObject schema;
  schema.add("type", "object").add_json("properties", properties.take());
  schema.add_json("required", required.take()).add("additionalProperties", false);
  return schema.take();
}

std::string responses_of(const Route& route) {
  const std::string schema = route.keys.empty() ? "{}" : answer_schema(route);
  const std::string content =
      JsonObject()
          .add_json(content_type(route.path), JsonObject().add_json("schema", schema).take())
          .take();
  JsonObject responses;
  responses.add_json(
      "200", JsonObject().add("description", route.summary).add_json("content", content).take());
  responses.add_json("default", R"({"$ref":"#/components/responses/Error"})");
  return responses.take();
}

std::string operation_of(const Route& route) {
  JsonArray parameters;
  for (const std::string_view name : {"id", "ply"}) {
    if (route.path.find(fmt::format("{{{}}}", name)) == std::string_view::npos) continue;
    parameters.add_json(path_parameter(name));
  }
  for (const ParameterSpec& spec : parameters_of(route)) {
    parameters.add_json(parameter_of(spec));
  }
  JsonObject operation;
  operation.add("summary", route.summary);
  if (!route.command.empty()) {
    operation.add("description", fmt::format("As `ludex {}`.", route.command));
  }
  operation.add_json("parameters", parameters.take()).add_json("responses", responses_of(route));
  return operation.take();
}

constexpr std::string_view kError =
    R"({"description":"What is wrong, and where.","content":)"
    R"({"application/json":{"schema":{"type":"object","required":)"
    R"(["error"],"properties":{"error":{"type":"object","required":)"
    R"(["code","message"],"properties":{"code":{"type":"string"},)"
    R"("message":{"type":"string"},"parameter":{"type":"string"}}}}}}}})";

}  // namespace

Response answer_openapi(ApiCall& call) {
  JsonObject paths;
  for (const Route& route : all_routes()) {
    const std::string item = JsonObject().add_json("get", operation_of(route)).take();
    paths.add_json(fmt::format("/{}", route.path), item);
  }
  JsonObject document;
  document.add("openapi", "3.1.0");
  document.add_json("info",
                    JsonObject()
                        .add("title", "Ludex")
                        .add("version", LUDEX_VERSION)
                        .add("description",
                             "Queries on a game database. Parameters and columns are those of the "
                             "command line. A path that ends in .csv or .ndjson returns rows only.")
                        .take());
  const std::string server = JsonObject().add("url", call.site.base_path + "/api/v1").take();
  document.add_json("servers", JsonArray().add_json(server).take());
  document.add_json("paths", paths.take());
  const std::string errors = JsonObject().add_json("Error", kError).take();
  document.add_json("components", JsonObject().add_json("responses", errors).take());
  return json_response(document.take());
}

}  // namespace ludex::web

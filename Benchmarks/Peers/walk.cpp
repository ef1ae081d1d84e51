// Walks for simdjson and yyjson as their users write them, in C++: parse a text, then touch every value.
// peers.py compiles this once for each installed library, with SIMDJSON or YYJSON defined, and calls it through
// ctypes.

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <string_view>
#include <vector>

#if defined(SIMDJSON)
#include <simdjson.h>
#elif defined(YYJSON)
#include <yyjson.h>
#endif

namespace {

uint64_t bits(double number) {
  uint64_t bits;
  std::memcpy(&bits, &number, sizeof bits);
  return bits;
}

// The timed walk, like TouchingVisitor of jsonbench: the length and the first byte of strings.
struct Touch {
  uint64_t sum = 0;

  void null() { sum += 1; }
  void boolean(bool value) { sum += value ? 2 : 3; }
  void number(double value) { sum += bits(value); }
  void text(std::string_view text) {
    sum += text.size();
    if (!text.empty()) sum += static_cast<uint8_t>(text[0]);
  }
  void string(std::string_view string) { text(string); }
  void name(std::string_view name) { text(name); }
  void array() { sum += 5; }
  void object() { sum += 7; }
};

// The compared walk. The order of the fields is that of FIELDS in peers.py.
struct Count {
  uint64_t nulls = 0, booleans = 0, trues = 0, numbers = 0, number_bits = 0, strings = 0, string_bytes = 0,
           names = 0, name_bytes = 0, arrays = 0, objects = 0;

  void null() { nulls += 1; }
  void boolean(bool value) { booleans += 1, trues += value; }
  // Minus zero plus zero is zero, as in jsonbench.
  void number(double value) { numbers += 1, number_bits += bits(value + 0.0); }
  void string(std::string_view string) { strings += 1, string_bytes += string.size(); }
  void name(std::string_view name) { names += 1, name_bytes += name.size(); }
  void array() { arrays += 1; }
  void object() { objects += 1; }
};

#if defined(SIMDJSON)

// One parser for all iterations and a padded text are its fastest use.
struct Text {
  simdjson::padded_string text;
  simdjson::dom::parser parser;

  Text(const char *bytes, size_t count) : text(bytes, count) {}

  template <class Visitor>
  static void visit(simdjson::dom::element element, Visitor &visitor) {
    using simdjson::dom::element_type;
    switch (element.type()) {
      case element_type::ARRAY:
        visitor.array();
        for (auto value : simdjson::dom::array(element)) visit(value, visitor);
        break;
      case element_type::OBJECT:
        visitor.object();
        for (auto member : simdjson::dom::object(element)) {
          visitor.name(member.key);
          visit(member.value, visitor);
        }
        break;
      case element_type::STRING: visitor.string(std::string_view(element)); break;
      case element_type::INT64: visitor.number(static_cast<double>(int64_t(element))); break;
      case element_type::UINT64: visitor.number(static_cast<double>(uint64_t(element))); break;
      case element_type::DOUBLE: visitor.number(double(element)); break;
      case element_type::BOOL: visitor.boolean(bool(element)); break;
      case element_type::NULL_VALUE: visitor.null(); break;
    }
  }

  template <class Visitor>
  bool walk(Visitor &visitor) {
    auto result = parser.parse(text);
    if (result.error()) return false;
    visit(result.value_unsafe(), visitor);
    return true;
  }
};

// Lines, in batches of a million bytes, the library's default.
struct Lines {
  static constexpr size_t batch_size = 1000000;
  simdjson::padded_string text;
  simdjson::dom::parser parser;
  simdjson::ondemand::parser sparse;

  Lines(const char *bytes, size_t count) : text(bytes, count) {}

  bool documents(uint64_t &records) {
    simdjson::dom::document_stream stream;
    if (parser.parse_many(text, batch_size).get(stream)) return false;
    for (auto document : stream) {
      if (document.error() == simdjson::EMPTY) continue;
      if (document.error()) return false;
      records += 1;
    }
    return true;
  }

  bool members(uint64_t &records, uint64_t &sum) {
    simdjson::ondemand::document_stream stream;
    if (sparse.iterate_many(text, batch_size).get(stream)) return false;
    for (auto document : stream) {
      uint64_t identifier;
      if (document["id"].get_uint64().get(identifier)) return false;
      records += 1, sum += identifier;
    }
    return true;
  }
};

// One number, or a few members of each status of a timeline, by On-Demand.
struct Timeline {
  struct Status {
    std::string_view created, text, account;
    uint64_t id, reply, user, reposts, likes;
  };

  simdjson::padded_string text;
  simdjson::ondemand::parser parser;
  bool is_twitter;

  Timeline(const char *bytes, size_t count)
      : text(bytes, count),
        is_twitter(std::string_view(bytes, count).find("\"search_metadata\"") != std::string_view::npos) {}

  bool number(uint64_t result[3]) {
    auto document = parser.iterate(text);
    auto number = document.at_pointer(is_twitter ? "/search_metadata/count" : "/metadata/count");
    return !number.get_uint64().get(result[0]);
  }

  // Throws if a member is missing or has another type.
  bool statuses(uint64_t result[3]) {
    const char *account = is_twitter ? "screen_name" : "account";
    const char *reposts = is_twitter ? "retweet_count" : "repost_count";
    const char *likes = is_twitter ? "favorite_count" : "like_count";
    std::vector<Status> statuses;
    auto document = parser.iterate(text);
    for (simdjson::ondemand::object object : document["statuses"]) {
      Status status;
      status.created = object["created_at"];
      status.id = object["id"];
      status.text = object["text"];
      if (object["in_reply_to_status_id"].get_uint64().get(status.reply)) status.reply = 0;
      simdjson::ondemand::object user = object["user"];
      status.user = user["id"];
      status.account = user[account];
      status.reposts = object[reposts];
      status.likes = object[likes];
      statuses.push_back(status);
    }
    result[0] = statuses.size();
    for (auto &status : statuses) result[1] += status.id + status.user, result[2] += status.text.size();
    return true;
  }
};

#elif defined(YYJSON)

struct Text {
  const char *bytes;
  size_t count;

  Text(const char *bytes, size_t count) : bytes(bytes), count(count) {}

  template <class Visitor>
  static void visit(yyjson_val *value, Visitor &visitor) {
    switch (yyjson_get_type(value)) {
      case YYJSON_TYPE_ARR: {
        visitor.array();
        auto elements = yyjson_arr_iter_with(value);
        while (yyjson_val *element = yyjson_arr_iter_next(&elements)) visit(element, visitor);
        break;
      }
      case YYJSON_TYPE_OBJ: {
        visitor.object();
        auto members = yyjson_obj_iter_with(value);
        while (yyjson_val *name = yyjson_obj_iter_next(&members)) {
          visitor.name(std::string_view(yyjson_get_str(name), yyjson_get_len(name)));
          visit(yyjson_obj_iter_get_val(name), visitor);
        }
        break;
      }
      case YYJSON_TYPE_STR:
        visitor.string(std::string_view(yyjson_get_str(value), yyjson_get_len(value)));
        break;
      case YYJSON_TYPE_NUM: visitor.number(yyjson_get_num(value)); break;
      case YYJSON_TYPE_BOOL: visitor.boolean(yyjson_get_bool(value)); break;
      default: visitor.null(); break;
    }
  }

  template <class Visitor>
  bool walk(Visitor &visitor) {
    std::unique_ptr<yyjson_doc, decltype(&yyjson_doc_free)> document(
        yyjson_read(bytes, count, 0), yyjson_doc_free);
    if (!document) return false;
    visit(yyjson_doc_get_root(document.get()), visitor);
    return true;
  }
};

#endif

}  // namespace

extern "C" {
// The caller keeps the bytes until it closes the text.
Text *open_text(const char *bytes, size_t count) { return new Text(bytes, count); }
void close_text(Text *text) { delete text; }
bool count_values(Text *text, Count *count) { return text->walk(*count); }
uint64_t walk(Text *text, size_t batch) {
  Touch touch;
  while (batch-- > 0) text->walk(touch);
  return touch.sum;
}

#if defined(SIMDJSON)
Lines *open_lines(const char *bytes, size_t count) { return new Lines(bytes, count); }
void close_lines(Lines *lines) { delete lines; }
// The number of records of one batch, and the sum of their identifiers if `one_member`; or false.
bool read_lines(Lines *lines, size_t batch, bool one_member, uint64_t result[2]) {
  while (batch-- > 0) {
    result[0] = result[1] = 0;
    if (!(one_member ? lines->members(result[0], result[1]) : lines->documents(result[0]))) return false;
  }
  return true;
}

Timeline *open_timeline(const char *bytes, size_t count) { return new Timeline(bytes, count); }
void close_timeline(Timeline *timeline) { delete timeline; }
bool read_timeline(Timeline *timeline, size_t batch, bool one_number, uint64_t result[3]) {
  while (batch-- > 0) {
    result[0] = result[1] = result[2] = 0;
    try {
      if (!(one_number ? timeline->number(result) : timeline->statuses(result))) return false;
    } catch (const simdjson::simdjson_error &) {
      return false;
    }
  }
  return true;
}
#endif
}

#include "mesh/xml.h"

#include <algorithm>
#include <cctype>

#include "mesh/mesh_error.h"

namespace conjac {
namespace {

bool is_space(char c) {
  return std::isspace(static_cast<unsigned char>(c)) != 0;
}

bool is_name(char c) {
  return std::isalnum(static_cast<unsigned char>(c)) || c == '_' || c == ':' || c == '-' ||
         c == '.';
}

class XmlParser {
 public:
  XmlParser(std::string_view content, const std::string& file) : content_(content), file_(file) {}

  std::vector<XmlElement> parse() {
    while (!done_) {
      text();
      if (at_ == content_.size()) break;
      if (starts("<!--"))
        skip_past("-->");
      else if (starts("<?"))
        skip_past("?>");
      else if (starts("<!"))
        skip_past(">");
      else if (starts("</"))
        close();
      else
        open();
    }
    if (!done_ && !stack_.empty())
      fail("the file ends inside <" + elements_[stack_.back()].name +
           ">. It is truncated; write it again.");
    return std::move(elements_);
  }

 private:
  [[noreturn]] void fail(const std::string& cause) const {
    mesh_error(file_, line_place(line_), cause);
  }
  bool starts(std::string_view token) const { return content_.substr(at_, token.size()) == token; }

  void advance(std::size_t to) {
    line_ += static_cast<std::size_t>(
        std::count(content_.begin() + static_cast<std::ptrdiff_t>(at_),
                   content_.begin() + static_cast<std::ptrdiff_t>(to), '\n'));
    at_ = to;
  }

  void skip_past(std::string_view token) {
    const std::size_t found = content_.find(token, at_);
    if (found == content_.npos)
      fail("no '" + std::string(token) + "' follows. The file is truncated; write it again.");
    advance(found + token.size());
  }

  void spaces() {
    std::size_t to = at_;
    while (to < content_.size() && is_space(content_[to])) ++to;
    advance(to);
  }

  void text() {
    spaces();
    const std::size_t begin = at_;
    const std::size_t begin_line = line_;
    advance(std::min(content_.find('<', at_), content_.size()));
    if (begin == at_ || stack_.empty()) return;
    XmlElement& inside = elements_[stack_.back()];
    if (inside.text_begin != inside.text_end) return;
    inside.text_begin = begin;
    inside.text_end = at_;
    inside.text_line = begin_line;
  }

  std::string name(const char* what) {
    std::size_t to = at_;
    while (to < content_.size() && is_name(content_[to])) ++to;
    if (to == at_) fail(std::string("expected ") + what + " here. The file is no valid XML.");
    const std::string result(content_.substr(at_, to - at_));
    at_ = to;
    return result;
  }

  void close() {
    at_ += 2;
    const std::string closed = name("the name of a closing tag");
    if (stack_.empty() || elements_[stack_.back()].name != closed)
      fail("</" + closed.substr(0, 40) + "> closes nothing that is open. Write the file again.");
    stack_.pop_back();
    skip_past(">");
  }

  void open() {
    XmlElement element;
    element.position = at_;
    element.line = line_;
    element.parent = stack_.empty() ? -1 : stack_.back();
    ++at_;
    element.name = name("the name of a tag");
    spaces();
    while (at_ < content_.size() && content_[at_] != '>' && content_[at_] != '/') {
      std::string key = name("an attribute");
      spaces();
      if (!starts("=")) fail("expected '=' behind the attribute. The file is no valid XML.");
      ++at_;
      spaces();
      element.attributes.emplace_back(std::move(key), quoted());
      spaces();
    }
    const bool empty = starts("/");
    skip_past(">");
    element.text_begin = element.text_end = at_;
    element.text_line = line_;
    const int index = static_cast<int>(elements_.size());
    done_ = element.name == "AppendedData";
    elements_.push_back(std::move(element));
    if (!empty) stack_.push_back(index);
  }

  std::string quoted() {
    const char quote = at_ < content_.size() ? content_[at_] : '\0';
    const std::size_t end = content_.find(quote, at_ + 1);
    if ((quote != '"' && quote != '\'') || end == content_.npos)
      fail("expected a quoted attribute value. The file is no valid XML or truncated.");
    const std::string value = plain(content_.substr(at_ + 1, end - at_ - 1));
    advance(end + 1);
    return value;
  }

  static std::string plain(std::string_view value) {
    constexpr std::pair<std::string_view, char> kEntities[] = {
        {"&lt;", '<'}, {"&gt;", '>'}, {"&quot;", '"'}, {"&apos;", '\''}, {"&amp;", '&'}};
    std::string result;
    while (!value.empty()) {
      std::size_t taken = 1;
      char c = value[0];
      for (const auto& [entity, meaning] : kEntities)
        if (value.substr(0, entity.size()) == entity) taken = entity.size(), c = meaning;
      result.push_back(c);
      value.remove_prefix(taken);
    }
    return result;
  }

  std::string_view content_;
  const std::string& file_;
  std::size_t at_ = 0;
  std::size_t line_ = 1;
  bool done_ = false;
  std::vector<XmlElement> elements_;
  std::vector<int> stack_;  // open elements, outermost first
};

}  // namespace

const std::string* XmlElement::attribute(std::string_view key) const {
  for (const auto& [name_of, value] : attributes)
    if (name_of == key) return &value;
  return nullptr;
}

std::vector<XmlElement> parse_xml(std::string_view content, const std::string& file) {
  return XmlParser(content, file).parse();
}

}  // namespace conjac

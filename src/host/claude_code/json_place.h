// Where in a document a streaming reader is: what the handlers of events and of status lines share.
#pragma once
#include <string>
#include <string_view>

namespace host::claude_code {

// Has the members that the reader calls, by its names; a handler derives from it and adds the
// values it wants.
class JsonPlace {
 public:
  template <typename Size>
  bool Key(const char* text, Size length, bool) {
    key_.assign(text, length);
    if (depth_ == 1) section_ = key_;
    return true;
  }
  bool StartObject() { return ++depth_ <= kDepthMax; }
  template <typename Size>
  bool EndObject(Size) {
    --depth_;
    return true;
  }
  bool StartArray() { return ++array_depth_ <= kDepthMax; }
  template <typename Size>
  bool EndArray(Size) {
    --array_depth_;
    return true;
  }

 protected:
  // Nothing that we read is in a list.
  bool is_at_top() const { return array_depth_ == 0 && depth_ == 1; }
  bool is_in(std::string_view section) const {
    return array_depth_ == 0 && depth_ == 2 && section_ == section;
  }
  const std::string& key() const { return key_; }

 private:
  static constexpr int kDepthMax = 128;

  std::string key_;
  std::string section_;
  int depth_ = 0;
  int array_depth_ = 0;
};

}  // namespace host::claude_code

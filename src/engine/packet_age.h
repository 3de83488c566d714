// How far git and the calendar have gone on since a packet was written. Private to the engine.
#pragma once
#include <map>
#include <string>

#include "engine/handoff_packet.h"
#include "engine/stores.h"

namespace engine {

class PacketAges {
 public:
  struct Options {
    bool ask_git = false;  // Else only git's own files are read, and no commit is counted.
  };
  PacketAges(Stores& stores, const Options& options);

  PacketAge of(const model::HandoffPacket& packet);

 private:
  // What became of the packet's commit on its branch; empty: nothing.
  std::string words_of_git(const model::HandoffPacket& packet);
  std::string count_commits(const model::HandoffPacket& packet, const std::string& tip);

  Stores& stores_;
  Options options_;
  bool reads_git_ = false;  // Branches can be looked up in git's files.
  std::size_t asked_ = 0;
  std::map<std::string, std::string> known_;  // Packets of one moment ask the same.
};

}  // namespace engine

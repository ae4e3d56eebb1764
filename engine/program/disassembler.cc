#include "engine/program/disassembler.h"

#include <algorithm>
#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "engine/document/number.h"

namespace gabarit::program {
namespace {

using document::Kind;
using document::Value;

constexpr std::string_view kKindNames[] = {
    "null", "boolean", "integer", "number", "string", "array", "object"};
constexpr uint64_t kNoMaximum = ~uint64_t{0};

// Enumerations longer than this are cut in the listing.
constexpr size_t kMostListed = 12;

std::string Quoted(std::string_view text) {
  std::string quoted = "\"";
  for (const char c : text) {
    if (c == '"' || c == '\\') quoted.push_back('\\');
    if (static_cast<unsigned char>(c) < 0x20) {
      static constexpr char kDigits[] = "0123456789abcdef";
      quoted.append("\\u00");
      quoted.push_back(kDigits[c >> 4 & 0xF]);
      quoted.push_back(kDigits[c & 0xF]);
    } else {
      quoted.push_back(c);
    }
  }
  quoted.push_back('"');
  return quoted;
}

std::string Shown(Value value) {
  switch (value.kind()) {
    case Kind::kNull:
      return "null";
    case Kind::kBoolean:
      return value.boolean() ? "true" : "false";
    case Kind::kInteger:
    case Kind::kNumber:
      return document::NumberText(value);
    case Kind::kString:
      return Quoted(value.string());
    case Kind::kArray:
      return absl::StrCat("[", value.size(), " items]");
    case Kind::kObject:
      return absl::StrCat("{", value.size(), " members}");
  }
  return "?";
}

std::string EntryName(Entry entry) {
  if (entry == kAcceptEntry) return "accept";
  if (entry == kRejectEntry) return "reject";
  return absl::StrCat(entry);
}

std::string BlockName(BlockId block) {
  if (block == kAcceptBlock) return "accept";
  if (block == kRejectBlock) return "reject";
  return absl::StrCat("block ", block);
}

class Listing {
 public:
  explicit Listing(const Program& program) : program_(program) {}

  std::string Write() {
    absl::StrAppend(&out_, "root ", BlockName(program_.root), "\n\n");
    for (BlockId block = 2; block < program_.blocks.size(); ++block) {
      WriteBlock(block);
    }
    out_.push_back('\n');
    for (Entry at = 2; at < program_.code.size(); ++at) WriteInstruction(at);
    return std::move(out_);
  }

 private:
  // The kinds with the commonest outcome are left to "others".
  void WriteBlock(BlockId block) {
    const Block& entries = program_.blocks[block];
    const int kinds = document::kKindCount;
    const auto rejecting =
        std::count(entries.entries, entries.entries + kinds, kRejectEntry);
    const auto accepting =
        std::count(entries.entries, entries.entries + kinds, kAcceptEntry);
    const Entry common = rejecting >= accepting ? kRejectEntry : kAcceptEntry;
    const bool others = std::max(rejecting, accepting) > 0;
    std::vector<std::string> parts;
    for (int kind = 0; kind < kinds; ++kind) {
      const Entry entry = entries.entries[kind];
      if (others && entry == common) continue;
      parts.push_back(std::string(kKindNames[kind]) + " " + EntryName(entry));
    }
    if (others) parts.push_back("others " + EntryName(common));
    absl::StrAppend(&out_, BlockName(block), "  ", absl::StrJoin(parts, ", "),
                    "\n");
  }

  void WriteInstruction(Entry at) {
    const Instruction& ins = program_.code[at];
    absl::StrAppend(&out_, at, "  ");
    out_.append(Mnemonic(ins.opcode));
    WriteOperands(ins);
    out_.append(ins.last ? "  .\n" : "\n");
    WritePlan(ins);
  }

  void WriteOperands(const Instruction& ins) {
    const bool flag = ins.flag != 0;
    switch (OperandsOf(ins.opcode)) {
      case Operands::kNone:
        break;
      case Operands::kEntry:
        out_ += " " + EntryName(ins.a);
        break;
      case Operands::kEntries: {
        std::vector<std::string> entries;
        for (uint32_t i = 0; i < ins.b; ++i) {
          entries.push_back(EntryName(program_.entries[ins.a + i]));
        }
        absl::StrAppend(&out_, " [", absl::StrJoin(entries, ", "), "]");
        if (ins.c != kNoSelect) WriteSelect(program_.selects[ins.c]);
        if (flag) out_.append(" recording");
        break;
      }
      case Operands::kBranches3:
        absl::StrAppend(&out_, " ", EntryName(ins.a), " then ",
                        EntryName(ins.b), " else ", EntryName(ins.c),
                        flag ? " recording" : "");
        break;
      case Operands::kImmediate:
        absl::StrAppend(&out_, " ", ins.immediate());
        break;
      case Operands::kRange32:
        absl::StrAppend(&out_, " ", static_cast<int32_t>(ins.b), " ",
                        static_cast<int32_t>(ins.c));
        break;
      case Operands::kFlag:
        out_ += flag ? " 1" : " 0";
        break;
      case Operands::kNumber:
        out_ += " " + document::NumberText(program_.numbers[ins.a].value);
        if (flag) out_ += " exclusive";
        break;
      case Operands::kConstants: {
        std::vector<std::string> constants;
        for (uint32_t i = 0; i < ins.b && i < kMostListed; ++i) {
          constants.push_back(Shown(program_.constants[ins.a + i]));
        }
        if (ins.b > kMostListed) constants.emplace_back("...");
        absl::StrAppend(&out_, " {", absl::StrJoin(constants, ", "), "}");
        break;
      }
      case Operands::kStringTable:
        WriteStrings(program_.string_tables[ins.a]);
        break;
      case Operands::kPattern:
        out_ += " " + program_.patterns[ins.a]->Describe();
        break;
      case Operands::kFormat:
        out_ += " " + Quoted(program_.formats[ins.a].name);
        break;
      case Operands::kContent: {
        const ContentPlan& plan = program_.contents[ins.a];
        if (!plan.encoding.empty()) out_ += " " + Quoted(plan.encoding);
        if (plan.is_json) out_ += " json -> " + BlockName(plan.block);
        break;
      }
      case Operands::kObjectPlan:
      case Operands::kArrayPlan:
      case Operands::kContainsPlan:
        absl::StrAppend(&out_, " plan ", ins.a);
        break;
      case Operands::kBlock:
        out_ += " " + BlockName(ins.a);
        break;
      case Operands::kNameAndEntry:
        absl::StrAppend(&out_, " ", Quoted(program_.name(ins.a)), " then ",
                        EntryName(ins.b));
        break;
    }
  }

  std::vector<const StringSlot*> Slots(const StringTable& table) const {
    std::vector<const StringSlot*> slots;
    for (uint32_t i = 0; i < table.size; ++i) {
      slots.push_back(&program_.slots[table.slots + i]);
    }
    return slots;
  }

  std::string TextOf(const StringSlot& slot) const {
    return Quoted(
        std::string_view(program_.texts).substr(slot.text, slot.length));
  }

  void WriteStrings(const StringTable& table) {
    std::vector<std::string> strings;
    for (const StringSlot* slot : Slots(table)) {
      if (strings.size() == kMostListed) {
        strings.emplace_back("...");
        break;
      }
      strings.push_back(TextOf(*slot));
    }
    absl::StrAppend(&out_, " {", absl::StrJoin(strings, ", "), "}");
  }

  void WriteSelect(const SelectPlan& plan) {
    for (const StringSlot* slot : Slots(plan.names)) {
      const bool discriminates = (plan.discriminator >> slot->bit() & 1) != 0;
      absl::StrAppend(&out_, discriminates ? " by the text of " : " by ",
                      TextOf(*slot));
    }
  }

  void WritePlan(const Instruction& ins) {
    switch (ins.opcode) {
      case Opcode::kObject:
        WriteObjectPlan(program_.objects[ins.a]);
        break;
      case Opcode::kArray:
        WriteArrayPlan(program_.arrays[ins.a]);
        break;
      case Opcode::kContains: {
        const ContainsPlan& plan = program_.contains[ins.a];
        absl::StrAppend(&out_, "     at least ", plan.min);
        if (plan.max != kNoMaximum)
          absl::StrAppend(&out_, ", at most ", plan.max);
        absl::StrAppend(&out_, " items -> ", BlockName(plan.block), "\n");
        break;
      }
      default:
        break;
    }
  }

  bool IsRequired(const ObjectPlan& plan, const StringSlot& slot) const {
    if ((slot.flags_and_bit & kSlotHasBit) == 0) return false;
    if (slot.bit() < 64) return (plan.required >> slot.bit() & 1) != 0;
    const auto first = program_.wide_bits.begin() + plan.wide_required;
    return std::find(first, first + plan.wide_required_count, slot.bit()) !=
           first + plan.wide_required_count;
  }

  void WriteObjectPlan(const ObjectPlan& plan) {
    if (plan.min_members != 0) {
      absl::StrAppend(&out_, "     at least ", plan.min_members, " members\n");
    }
    if (plan.max_members != kNoMaximum) {
      absl::StrAppend(&out_, "     at most ", plan.max_members, " members\n");
    }
    if (plan.names != kAcceptBlock) {
      absl::StrAppend(&out_, "     names -> ", BlockName(plan.names), "\n");
    }
    const std::vector<const StringSlot*> slots = Slots(plan.table);
    for (const StringSlot* slot : slots) {
      absl::StrAppend(&out_, "     ", TextOf(*slot),
                      IsRequired(plan, *slot) ? " required" : "", " -> ",
                      BlockName(slot->block), "\n");
    }
    for (uint32_t i = 0; i < plan.dependent_count; ++i) {
      const DependentBits& bits = program_.dependents[plan.dependents + i];
      const auto name = [&](uint32_t bit) {
        for (const StringSlot* slot : slots) {
          if ((slot->flags_and_bit & kSlotHasBit) != 0 && slot->bit() == bit) {
            return TextOf(*slot);
          }
        }
        return std::string("?");
      };
      absl::StrAppend(&out_, "     ", name(bits.trigger), " requires ",
                      name(bits.needed), "\n");
    }
    for (uint32_t i = 0; i < plan.step_count; ++i) {
      const MemberStep& step = program_.steps[plan.steps + i];
      absl::StrAppend(&out_, "     ",
                      step.pattern != nullptr
                          ? "like " + Quoted(step.pattern->source())
                          : std::string("else"),
                      " -> ", BlockName(step.block), "\n");
    }
    if (plan.step_count == 0 && plan.rest != kAcceptBlock) {
      absl::StrAppend(&out_, "     others -> ", BlockName(plan.rest), "\n");
    }
    if (plan.records) out_.append("     recording\n");
  }

  void WriteArrayPlan(const ArrayPlan& plan) {
    if (plan.min_items != 0) {
      absl::StrAppend(&out_, "     at least ", plan.min_items, " items\n");
    }
    if (plan.max_items != kNoMaximum) {
      absl::StrAppend(&out_, "     at most ", plan.max_items, " items\n");
    }
    for (uint32_t i = 0; i < plan.prefix_count; ++i) {
      absl::StrAppend(&out_, "     item ", i, " -> ",
                      BlockName(program_.block_lists[plan.prefix + i]), "\n");
    }
    if (plan.items != kAcceptBlock) {
      absl::StrAppend(&out_, "     ", plan.prefix_count == 0 ? "" : "other ",
                      "items -> ", BlockName(plan.items), "\n");
    }
    if (plan.records) out_.append("     recording\n");
  }

  const Program& program_;
  std::string out_;
};

}  // namespace

std::string Disassemble(const Program& program) {
  return Listing(program).Write();
}

}  // namespace gabarit::program

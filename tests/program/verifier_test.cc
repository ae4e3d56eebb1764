// The verifier refuses what would take the machine out of its pools. Programs
// are compiled, found good, and then damaged in one place.

#include "engine/program/verifier.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "absl/status/status.h"
#include "engine/compile/compiler.h"
#include "engine/document/parser.h"
#include "engine/program/program.h"
#include "engine/schema/loader.h"
#include "gtest/gtest.h"

namespace gabarit::program {
namespace {

constexpr std::string_view kSchema = R"({
  "properties": {"a": {"enum": ["x", "y"]}, "b": {"minimum": 1.5}},
  "required": ["a"],
  "dependentRequired": {"a": ["b"]},
  "patternProperties": {"^c": {"pattern": "d+"}},
  "additionalProperties": {"type": "integer"},
  "dependentSchemas": {"e": {"minProperties": 2}},
  "prefixItems": [{"type": "string"}],
  "contains": {"enum": [1, {"f": 2}]},
  "anyOf": [{"required": ["a"]}, {"required": ["b"], "maxProperties": 4}],
  "not": {"required": ["z"], "type": "object"},
  "if": {"required": ["b"]}, "then": {"maxProperties": 9},
  "unevaluatedItems": false
})";

struct Damage {
  std::string_view what;
  std::function<void(Program*)> apply;
};

void PrintTo(const Damage& damage, std::ostream* out) { *out << damage.what; }

class VerifierTest : public testing::TestWithParam<Damage> {
 protected:
  VerifierTest() {
    auto document = document::Document::Parse(kSchema);
    auto graph = schema::Load(*std::move(document), {});
    graph_ = *std::move(graph);
    program_ = *compile::Compile(*graph_);
  }

  std::unique_ptr<const schema::SchemaGraph> graph_;
  Program program_;
};

Instruction* First(Program* program, Opcode opcode) {
  for (Instruction& instruction : program->code) {
    if (instruction.opcode == opcode) return &instruction;
  }
  ADD_FAILURE() << "the program has no " << Mnemonic(opcode);
  return &program->code[0];
}

TEST_P(VerifierTest, RefusesADamagedProgram) {
  ASSERT_TRUE(Verify(program_).ok()) << Verify(program_);
  GetParam().apply(&program_);
  const absl::Status status = Verify(program_);
  EXPECT_TRUE(absl::IsInternal(status)) << status;
}

constexpr uint32_t kFar = 1'000'000;

INSTANTIATE_TEST_SUITE_P(
    Damages, VerifierTest,
    testing::Values(
        Damage{"no code", [](Program* p) { p->code.clear(); }},
        Damage{"no blocks", [](Program* p) { p->blocks.resize(1); }},
        Damage{"root", [](Program* p) { p->root = kFar; }},
        Damage{"accept entry",
               [](Program* p) { p->code[0].opcode = Opcode::kReject; }},
        Damage{"block entry",
               [](Program* p) { p->blocks[2].entries[6] = kFar; }},
        Damage{"entry pool", [](Program* p) { p->entries.at(0) = kFar; }},
        Damage{"code without an end",
               [](Program* p) { p->code.back().last = false; }},
        Damage{"opcode",
               [](Program* p) {
                 p->code[2].opcode = static_cast<Opcode>(kOpcodeCount);
               }},
        Damage{"object plan",
               [](Program* p) { First(p, Opcode::kObject)->a = kFar; }},
        Damage{"array plan",
               [](Program* p) { First(p, Opcode::kArray)->a = kFar; }},
        Damage{"contains plan",
               [](Program* p) { First(p, Opcode::kContains)->a = kFar; }},
        Damage{"pattern",
               [](Program* p) { First(p, Opcode::kPattern)->a = kFar; }},
        Damage{"number",
               [](Program* p) { First(p, Opcode::kNumberAtLeast)->a = kFar; }},
        Damage{"string table",
               [](Program* p) { First(p, Opcode::kStringIn)->a = kFar; }},
        Damage{"first constant",
               [](Program* p) { First(p, Opcode::kEqualsAny)->a = kFar; }},
        Damage{"constants",
               [](Program* p) { First(p, Opcode::kEqualsAny)->b = kFar; }},
        Damage{"alternatives",
               [](Program* p) { First(p, Opcode::kAnyOf)->b = kFar; }},
        Damage{"select plan",
               [](Program* p) { First(p, Opcode::kAnyOf)->c = kFar; }},
        Damage{"not", [](Program* p) { First(p, Opcode::kNot)->a = kFar; }},
        Damage{"then", [](Program* p) { First(p, Opcode::kIf)->b = kFar; }},
        Damage{"else", [](Program* p) { First(p, Opcode::kIf)->c = kFar; }},
        Damage{"name of if-member",
               [](Program* p) { First(p, Opcode::kIfMember)->a = kFar; }},
        Damage{"entry of if-member",
               [](Program* p) { First(p, Opcode::kIfMember)->b = kFar; }},
        Damage{"unevaluated",
               [](Program* p) { First(p, Opcode::kUnevaluated)->a = kFar; }},
        Damage{"record not closed",
               [](Program* p) {
                 First(p, Opcode::kCloseRecord)->opcode = Opcode::kUniqueItems;
               }},
        Damage{"record not opened",
               [](Program* p) {
                 First(p, Opcode::kOpenRecord)->opcode = Opcode::kUniqueItems;
               }},
        Damage{"block of a slot",
               [](Program* p) {
                 p->slots[p->objects[0].table.slots].block = kFar;
               }},
        Damage{"text of a slot",
               [](Program* p) {
                 p->slots[p->objects[0].table.slots].text = kFar;
               }},
        Damage{
            "key of a slot",
            [](Program* p) { p->slots[p->objects[0].table.slots].first ^= 1; }},
        Damage{"index of a table",
               [](Program* p) {
                 for (uint32_t& index : p->indices) index = kFar;
               }},
        Damage{"size of a table",
               [](Program* p) { p->objects[0].table.size = kFar; }},
        Damage{"members' rest", [](Program* p) { p->objects[0].rest = kFar; }},
        Damage{"names", [](Program* p) { p->objects[0].names = kFar; }},
        Damage{"steps", [](Program* p) { p->objects[0].steps = kFar; }},
        Damage{"block of a step",
               [](Program* p) { p->steps.at(0).block = kFar; }},
        Damage{"dependents",
               [](Program* p) {
                 for (ObjectPlan& plan : p->objects)
                   plan.dependent_count = kFar;
               }},
        Damage{"bit of a dependent",
               [](Program* p) { p->dependents.at(0).needed = kFar; }},
        Damage{"items", [](Program* p) { p->arrays.at(0).items = kFar; }},
        Damage{"prefix",
               [](Program* p) { p->arrays.at(0).prefix_count = kFar; }},
        Damage{"block list", [](Program* p) { p->block_lists.at(0) = kFar; }},
        Damage{"block of contains",
               [](Program* p) { p->contains.at(0).block = kFar; }},
        Damage{"masks", [](Program* p) { p->selects.at(0).needs = kFar; }},
        Damage{"name", [](Program* p) { p->names.at(0).length = kFar; }}),
    [](const testing::TestParamInfo<Damage>& parameter) {
      std::string name;
      for (const char c : parameter.param.what) {
        if (c != '\'') name += c == ' ' || c == '-' ? '_' : c;
      }
      return name;
    });

}  // namespace
}  // namespace gabarit::program

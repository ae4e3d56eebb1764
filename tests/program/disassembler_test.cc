// The listing as a whole: one schema with most of what a program has.

#include "engine/program/disassembler.h"

#include <memory>
#include <string>
#include <string_view>
#include <utility>

#include "engine/compile/compiler.h"
#include "engine/document/parser.h"
#include "engine/program/program.h"
#include "engine/schema/loader.h"
#include "gtest/gtest.h"

namespace gabarit::program {
namespace {

std::string Listing(std::string_view schema) {
  auto document = document::Document::Parse(schema);
  const auto graph = schema::Load(*std::move(document), {});
  if (!graph.ok()) return graph.status().ToString();
  const auto program = compile::Compile(**graph);
  return program.ok() ? Disassemble(*program) : program.status().ToString();
}

TEST(Disassembler, ListsBlocksThenCode) {
  EXPECT_EQ(Listing(R"({
    "type": "object",
    "properties": {"shard": {"type": "integer", "minimum": 0}},
    "required": ["shard"],
    "additionalProperties": false
  })"),
            "root block 2\n"
            "\n"
            "block 2  object 2, others reject\n"
            "block 3  integer 3, number 4, others reject\n"
            "\n"
            "2  object plan 0  .\n"
            "     \"shard\" required -> block 3\n"
            "     others -> reject\n"
            "3  integer-at-least 0  .\n"
            "4  require-integer\n"
            "5  number-at-least 0  .\n");
}

TEST(Disassembler, WritesPlansOut) {
  EXPECT_EQ(Listing(R"({
    "prefixItems": [{"type": "string"}],
    "items": {"type": "boolean"},
    "contains": {"const": "a\n\"b"},
    "uniqueItems": true
  })"),
            "root block 2\n"
            "\n"
            "block 2  array 2, others accept\n"
            "block 3  string accept, others reject\n"
            "block 4  boolean accept, others reject\n"
            "block 5  string 5, others reject\n"
            "\n"
            "2  array plan 0\n"
            "     item 0 -> block 3\n"
            "     other items -> block 4\n"
            "3  contains plan 0\n"
            "     at least 1 items -> block 5\n"
            "4  unique-items  .\n"
            "5  string-in {\"a\\u000a\\\"b\"}  .\n");
}

TEST(Disassembler, KnowsEveryInstruction) {
  for (int i = 0; i < kOpcodeCount; ++i) {
    EXPECT_FALSE(Mnemonic(static_cast<Opcode>(i)).empty()) << i;
  }
}

}  // namespace
}  // namespace gabarit::program

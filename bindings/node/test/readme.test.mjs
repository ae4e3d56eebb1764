// The code of README.md runs.

import assert from "node:assert/strict";
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import test from "node:test";
import { fileURLToPath, pathToFileURL } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));
const readme = [join(here, "../README.md"), join(here, "../node_modules/gabarit/README.md")].find(existsSync);
const programs = [...readFileSync(readme, "utf8").matchAll(/```js\n(.*?)```/gs)].map(([, code]) => code);

test("there are programs", () => assert.ok(programs.length >= 3));
for (const [index, program] of programs.entries()) {
  test(`program ${index + 1}`, async (context) => {
    const folder = mkdtempSync(join(here, "readme-"));
    context.after(() => rmSync(folder, { recursive: true }));
    const file = join(folder, "program.mjs");
    // What the comments claim of a verdict is asserted.
    const checked = program.replace(/^(schema\.isValid.*); \/\/ (true|false).*$/gm,
      "if (($1) !== $2) throw new Error(`$1`);");
    writeFileSync(file, checked);
    await import(pathToFileURL(file));
  });
}

// Puts the addon where lib/ looks for it: prebuilds/<platform>-<arch>/gabarit.node.
// A packed tarball holds it already. In a checkout it is built by CMake, against
// the engine in build/release where there is one (`./dev test` makes it), or in
// $GABARIT_BUILD.

import { spawnSync } from "node:child_process";
import { copyFileSync, existsSync, mkdirSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));
const checkout = join(here, "../..");
const built = join(here, "build/gabarit.node");
const folder = join(here, "prebuilds", `${process.platform}-${process.arch}`);
const prebuilt = join(folder, "gabarit.node");
const isCheckout = existsSync(join(checkout, "bindings/c/gabarit.h"));

function fail(message) {
  console.error(`gabarit: ${message}`);
  process.exit(1);
}

function run(command, ...args) {
  const done = spawnSync(command, args, { stdio: ["ignore", "pipe", "pipe"], encoding: "utf8" });
  if (done.error) fail(`${command} cannot be run: ${done.error.message}`);
  if (done.status !== 0) {
    console.error(done.stdout + done.stderr);
    fail(`${command} ${args.join(" ")} failed`);
  }
}

// node_api.h: of the node that runs, or of the package that holds it.
function headers() {
  const beside = join(dirname(process.execPath), "../include/node");
  if (existsSync(join(beside, "node_api.h"))) return beside;
  const fetched = join(here, "build/headers");
  const include = join(fetched, "node_modules/node-api-headers/include");
  if (!existsSync(join(include, "node_api.h"))) {
    mkdirSync(fetched, { recursive: true });
    run("npm", "install", "--prefix", fetched, "--no-audit", "--no-fund", "node-api-headers@1");
  }
  return include;
}

if (!isCheckout) {
  if (!existsSync(prebuilt)) {
    fail(`this package holds no addon for ${process.platform}-${process.arch}; ` +
      "install from a checkout of Gabarit, which builds it (bindings/node/README.md)");
  }
} else {
  run("cmake", "-S", here, "-B", join(here, "build"), "-DCMAKE_BUILD_TYPE=Release",
    `-DNODE_API_INCLUDE=${headers()}`,
    ...(process.env.GABARIT_BUILD ? [`-Dgabarit_DIR=${process.env.GABARIT_BUILD}`] : []));
  run("cmake", "--build", join(here, "build"), "--target", "gabarit_node", "--parallel");
  mkdirSync(folder, { recursive: true });
  copyFileSync(built, prebuilt);
}
// What cannot be loaded is better known now than at the first verdict.
try {
  createRequire(import.meta.url)(prebuilt);
} catch (error) {
  fail(`the addon cannot be loaded: ${error.message}`);
}

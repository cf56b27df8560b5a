// Writes the files of the inspector's page (inspect/assets) from inspect/page, compares them
// with what is there, or runs the tests of the page.
//
//   (cd scripts && npm ci) && node scripts/inspector/assets.mjs --write
//   (cd scripts && npm ci) && node scripts/inspector/assets.mjs --check
//   (cd scripts && npm ci) && node scripts/inspector/assets.mjs --test
import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { build, transform } from "esbuild";

const page = fileURLToPath(new URL("../../inspect/page/", import.meta.url));
const assets = fileURLToPath(new URL("../../inspect/assets/", import.meta.url));
const target = "es2022";

// typed ends with the compiler's messages where types do not fit.
function typed() {
  const tsc = fileURLToPath(new URL("../node_modules/typescript/bin/tsc", import.meta.url));
  execFileSync(process.execPath, [tsc, "-p", page], { stdio: "inherit" });
}

async function files() {
  const script = await build({ entryPoints: [join(page, "src/main.ts")], bundle: true, minify: true, format: "iife", target, charset: "utf8", legalComments: "none", write: false });
  const style = await transform(readFileSync(join(page, "inspector.css"), "utf8"), { loader: "css", minify: true, target: "chrome120" });
  return new Map([["index.html", readFileSync(join(page, "index.html"), "utf8")], ["inspector.js", script.outputFiles[0].text], ["inspector.css", style.code]]);
}

async function test() {
  const dir = mkdtempSync(join(tmpdir(), "inspector-"));
  try {
    const tests = readdirSync(join(page, "test")).map((name) => join(page, "test", name));
    await build({ entryPoints: tests, bundle: true, platform: "node", format: "esm", target: "node20", outdir: dir, outExtension: { ".js": ".mjs" } });
    execFileSync(process.execPath, ["--test", ...readdirSync(dir).map((name) => join(dir, name))], { stdio: "inherit" });
  } finally {
    rmSync(dir, { recursive: true });
  }
}

try {
  switch (process.argv[2]) {
    case "--write":
      typed();
      for (const [name, text] of await files()) writeFileSync(join(assets, name), text);
      break;
    case "--check": {
      typed();
      const stale = [...(await files())].filter(([name, text]) => readFileSync(join(assets, name), "utf8") !== text).map(([name]) => name);
      if (stale.length > 0) throw new Error(`inspect/assets is not what inspect/page makes: ${stale.join(" ")}: node scripts/inspector/assets.mjs --write`);
      console.log("inspect/assets is what inspect/page makes");
      break;
    }
    case "--test":
      await test();
      break;
    default:
      console.error("usage: node assets.mjs --write | --check | --test");
      process.exitCode = 2;
  }
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}

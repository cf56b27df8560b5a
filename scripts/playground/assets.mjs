// Writes the files of the playground (graphqlsrv/internal/playground/assets) from npm's packages, each
// gzipped, with their licences and SHA256SUMS, or compares them with what is there.
//
//   (cd scripts && npm ci) && node scripts/playground/assets.mjs --write
//   (cd scripts && npm ci) && node scripts/playground/assets.mjs --check
import { createHash } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { gunzipSync, gzipSync } from "node:zlib";

const assets = fileURLToPath(new URL("../../graphqlsrv/internal/playground/assets/", import.meta.url));
const files = [
  ["graphiql", "graphiql.min.js"],
  ["graphiql", "graphiql.min.css"],
  ["react", "umd/react.production.min.js"],
  ["react-dom", "umd/react-dom.production.min.js"],
];

function load([name, path]) {
  const dir = new URL(`../node_modules/${name}/`, import.meta.url);
  const text = readFileSync(new URL(path, dir), "utf8");
  return {
    name: path.split("/").pop(),
    title: `${name} ${JSON.parse(readFileSync(new URL("package.json", dir))).version}`,
    licence: readFileSync(new URL("LICENSE", dir), "utf8"),
    // The source map isn't served: its address would be a broken link.
    body: Buffer.from(text.replace(/\n?\/\/# sourceMappingURL=.*\s*$/, "\n")),
  };
}

const loaded = files.map(load);
const sums = loaded.map((f) => `${createHash("sha256").update(f.body).digest("hex")}  ${f.name}\n`).join("");
const licences = [...new Map(loaded.map((f) => [f.title, f])).values()]
  .map((f) => `${f.title}\n\n${f.licence.trim()}\n`)
  .join("\n----\n\n");

switch (process.argv[2]) {
  case "--write":
    for (const f of loaded) writeFileSync(`${assets}${f.name}.gz`, gzipSync(f.body, { level: 9 }));
    writeFileSync(`${assets}SHA256SUMS`, sums);
    writeFileSync(`${assets}LICENSES`, licences);
    break;
  case "--check": {
    const stale = loaded.filter((f) => !gunzipSync(readFileSync(`${assets}${f.name}.gz`)).equals(f.body));
    if (stale.length > 0 || readFileSync(`${assets}SHA256SUMS`, "utf8") !== sums || readFileSync(`${assets}LICENSES`, "utf8") !== licences) {
      console.error(`graphqlsrv/internal/playground/assets is not what npm has: ${stale.map((f) => f.name).join(" ")}: node scripts/playground/assets.mjs --write`);
      process.exit(1);
    }
    console.log("graphqlsrv/internal/playground/assets is what npm has");
    break;
  }
  default:
    console.error("usage: node assets.mjs --write | --check");
    process.exit(2);
}

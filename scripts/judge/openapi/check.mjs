// Documents that `routes --format openapi` writes, judged by others: a validator of OpenAPI, and a
// generator of clients, whose TypeScript must compile.
//
//   node check.mjs ROUTES TARGET...   ROUTES is the command; each target a routes file or a folder
import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Validator } from "@seriousme/openapi-schema-validator";
import openapiTS, { astToString } from "openapi-typescript";
import ts from "typescript";

const [routes, ...targets] = process.argv.slice(2);
const folder = mkdtempSync(join(tmpdir(), "openapi-"));
const files = [];
const problems = [];
let documents = 0;
let operations = 0;
let refused = 0; // by Rails too, or there are no routes

for (const target of targets) {
  let text;
  try {
    text = execFileSync(routes, ["-f", target, "--format", "openapi", "--server", "https://example.org"], { stdio: ["ignore", "pipe", "ignore"] });
  } catch (e) {
    refused++;
    continue;
  }
  const doc = JSON.parse(text);
  documents++;
  operations += Object.values(doc.paths).flatMap(Object.keys).length;
  const { valid, errors } = await new Validator().validate(structuredClone(doc));
  if (!valid) problems.push(`${target}: ${JSON.stringify(errors)}`);
  for (const pattern of patterns(doc)) {
    try {
      new RegExp(pattern, "u");
    } catch (e) {
      problems.push(`${target}: ${e.message}`);
    }
  }
  for (const path of Object.keys(doc.paths)) if (!decodes(path)) delete doc.paths[path]; // the generator decodes paths again and again: /caf%E9, /100%25
  const file = join(folder, `${documents}.ts`);
  writeFileSync(file, astToString(await openapiTS(doc)));
  files.push(file);
}

function decodes(path) {
  try {
    return !decodeURIComponent(path).includes("%");
  } catch {
    return false;
  }
}

function* patterns(value) {
  if (typeof value !== "object" || value === null) return;
  if (typeof value.pattern === "string") yield value.pattern;
  for (const v of Object.values(value)) yield* patterns(v);
}

const program = ts.createProgram(files, { strict: true, noEmit: true, skipLibCheck: true, lib: ["lib.es2022.d.ts"], target: ts.ScriptTarget.ES2022 });
for (const d of ts.getPreEmitDiagnostics(program)) problems.push(`${d.file?.fileName}: ${ts.flattenDiagnosticMessageText(d.messageText, " ")}`);
rmSync(folder, { recursive: true });

for (const p of problems.slice(0, 50)) console.error(p);
console.log(`${documents} documents, ${operations} operations, ${refused} targets without: ${problems.length} problems`);
process.exit(problems.length > 0 || documents === 0 ? 1 : 0);

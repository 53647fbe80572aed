// Builds the page into the Python package: one script, one sheet of styles, the icon, and the page that names them.
import { copyFile, mkdir, readFile, rm } from "node:fs/promises";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";

const OUT = new URL("../src/bigand/apps/studio/static/", import.meta.url);
const LARGEST = 300_000; // bytes of all scripts, compressed

await rm(OUT, { recursive: true, force: true });
await mkdir(OUT, { recursive: true });
await build({
  entryPoints: { studio: "src/main.tsx" },
  outdir: OUT.pathname,
  bundle: true,
  minify: true,
  format: "esm",
  target: "es2022",
  jsx: "automatic",
  jsxImportSource: "preact",
  legalComments: "none",
  loader: { ".svg": "dataurl" },
  logLevel: "warning",
});
for (const name of ["index.html", "icon.svg"]) await copyFile(`src/${name}`, new URL(name, OUT));

const size = gzipSync(await readFile(new URL("studio.js", OUT))).length;
console.log(`studio.js: ${(size / 1000).toFixed(0)} kB compressed`);
if (size > LARGEST) {
  console.error(`more than ${LARGEST / 1000} kB`);
  process.exit(1);
}

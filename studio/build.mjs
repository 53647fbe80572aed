// Builds the pages into the Python package: the scripts, one style sheet, the icon, the page itself.
import { copyFile, mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import { Marked } from "marked";

const OUT = new URL("../src/bigand/studio/static/", import.meta.url);
const MAX_SIZE = 300_000; // bytes of all scripts, compressed

await rm(OUT, { recursive: true, force: true });
await mkdir(OUT, { recursive: true });
await build({
  entryPoints: { studio: "src/main.tsx" },
  outdir: fileURLToPath(OUT), // its pathname has %20 for a blank
  bundle: true,
  minify: true,
  format: "esm",
  splitting: true, // the code of a page is loaded when it is opened
  chunkNames: "part-[name]-[hash]",
  target: "es2022",
  jsx: "automatic",
  jsxImportSource: "preact",
  legalComments: "none",
  loader: { ".svg": "dataurl" },
  logLevel: "warning",
});
for (const name of ["index.html", "icon.svg"]) await copyFile(`src/${name}`, new URL(name, OUT));

// The documentation pages that messages and keywords link to, from the Markdown in docs/.
const DOCS = new URL("../docs/", import.meta.url);
const PAGES = ["language", "views", "quantifiers", "costs", "plans", "numbers", "reasons", "diagnostics", "diagnostics.fr"];
const fileName = (page) => `${page.replace(".fr", "-fr")}.html`;
const slug = (text) =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{N} -]/gu, "")
    .replaceAll(" ", "-");
const marked = new Marked({
  renderer: {
    heading({ tokens, depth, text }) {
      // A diagnostic is linked by its code alone: S001, not s001-unexpected-character.
      const id = /^[A-Z]\d{3}\b/.test(text) ? text.slice(0, 4) : slug(text);
      return `<h${depth} id="${id}">${this.parser.parseInline(tokens)}</h${depth}>\n`;
    },
    link({ href, tokens }) {
      const [, name, anchor = ""] = /^([\w.]+)\.md(#.*)?$/.exec(href) ?? [];
      const text = this.parser.parseInline(tokens);
      return name && PAGES.includes(name) ? `<a href="${fileName(name)}${anchor}">${text}</a>` : text; // no external links
    },
    image: ({ text }) => text,
    html: ({ text }) => text.replaceAll("<", "&lt;"),
  },
});
await mkdir(new URL("docs/", OUT));
for (const page of PAGES) {
  const text = await readFile(new URL(`${page}.md`, DOCS), "utf8");
  const language = page.endsWith(".fr") ? "fr" : "en";
  const title = text.slice(2, text.indexOf("\n"));
  const head = `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title} · bigand</title>
<link rel="icon" href="../icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="../studio.css">
</head>
<body class="paper">
`;
  await writeFile(new URL(`docs/${fileName(page)}`, OUT), `${head}${marked.parse(text)}</body>\n</html>\n`);
}

const scripts = (await readdir(OUT)).filter((name) => name.endsWith(".js"));
const sizes = await Promise.all(scripts.map(async (name) => gzipSync(await readFile(new URL(name, OUT))).length));
const size = sizes.reduce((sum, bytes) => sum + bytes, 0);
console.log(`${scripts.length} scripts: ${(size / 1000).toFixed(0)} kB compressed`);
if (size > MAX_SIZE) {
  console.error(`more than ${MAX_SIZE / 1000} kB`);
  process.exit(1);
}

// npm run build:client [-- FOLDER]: writes the package @model-gateway/client. Default: dist/client.
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { root, setUpOrExit } from "./setup/setup.mjs";

await setUpOrExit({ development: true, console: false, server: false });
const { default: ts } = await import("typescript");
const { transform } = await import("esbuild");
const source = join(root, "packages/client");
const folder = resolve(process.argv[2] ?? join(root, "dist/client"));
mkdirSync(folder, { recursive: true });
for (const name of ["index", "client", "operations"]) {
  const text = readFileSync(join(source, "src", `${name}.ts`), "utf8");
  const { code } = await transform(text, { loader: "ts", format: "esm", target: "es2022" });
  writeFileSync(join(folder, `${name}.js`), code);
  const { outputText, diagnostics } = ts.transpileDeclaration(text, {
    fileName: `${name}.ts`,
    reportDiagnostics: true,
    compilerOptions: { isolatedDeclarations: true, module: ts.ModuleKind.ESNext, target: ts.ScriptTarget.ES2022 },
  });
  if (diagnostics?.length) throw new Error(diagnostics.map((each) => String(each.messageText)).join("\n"));
  writeFileSync(join(folder, `${name}.d.ts`), outputText);
}
copyFileSync(join(source, "package.json"), join(folder, "package.json"));
copyFileSync(join(source, "README.md"), join(folder, "README.md"));
console.log(`@model-gateway/client in ${folder}`);

import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { buildSync } from "esbuild";
import { afterAll, expect, test } from "vitest";

const folder = mkdtempSync(join(tmpdir(), "mapped-stacks-"));
afterAll(() => rmSync(folder, { recursive: true }));

const PROGRAM = `interface Words { readonly said: string }

function raise({ said }: Words): never {
  throw new TypeError(said);
}
try {
  raise({ said: "as it is" });
} catch (error) {
  console.log(error instanceof Error ? error.stack : "");
}
const odd = new Error("odd");
Object.defineProperty(odd, "name", { get() { throw new Error("has no name"); } });
console.log(odd.stack);
`;

/** The stack that a built program prints. */
function stackOf(name: string, sourcemap: boolean): string {
  mkdirSync(join(folder, name, "dist"), { recursive: true });
  const outfile = join(folder, name, "dist/server.mjs");
  buildSync({
    stdin: { contents: PROGRAM, loader: "ts", sourcefile: "thrower.ts", resolveDir: join(folder, name) },
    absWorkingDir: join(folder, name),
    outfile,
    format: "esm",
    sourcemap,
    sourcesContent: false,
  });
  const preload = pathToFileURL(join(process.cwd(), "scripts/setup/mapped-stacks.mjs")).href;
  return execFileSync(process.execPath, [`--import=${preload}`, outfile], { encoding: "utf8" });
}

test("a stack names the lines of the sources", () => {
  const stack = stackOf("with", true);
  const [head, first, second] = stack.split("\n");
  expect(head).toBe("TypeError: as it is");
  expect(first).toBe(`    at raise (${join(folder, "with", "thrower.ts")}:4:9)`);
  expect(second).toBe(`    at ${join(folder, "with", "thrower.ts")}:7:3`);
  // An error that cannot say what it is still has a stack.
  expect(stack).toContain(`\nError\n    at ${join(folder, "with", "thrower.ts")}:11:13`);
});

test("without a map, as in an image, it names those of the program", () => {
  const [head, first] = stackOf("without", false).split("\n");
  expect(head).toBe("TypeError: as it is");
  expect(first).toMatch(/^ {4}at raise \(file:.*\/without\/dist\/server\.mjs:\d+:\d+\)$/);
});

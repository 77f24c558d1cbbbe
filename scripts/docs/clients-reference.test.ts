import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { CLIENT_GUIDES } from "@/lib/wire/clients/clients";
import { SECRET_VARIABLE } from "@/lib/wire/clients/quoting";
import { renderClients } from "./clients-reference";

const root = join(import.meta.dirname, "../..");
const guides = Object.values(CLIENT_GUIDES).flat();
const target = { gateway: "https://gateway.example:8443/ai", model: 'it\'s/"odd" $(name)' };

test("docs/clients is what the table says; if this fails, run node scripts/generate-docs.mjs", async () => {
  const index = await readFile(join(root, "docs/clients/README.md"), "utf8");
  const pages = renderClients(index, (path) => readFileSync(join(root, "testing/clients", path), "utf8"));
  for (const [path, text] of pages) expect(await readFile(join(root, path), "utf8")).toBe(text);
  const files = (await readdir(join(root, "docs/clients"))).map((name) => `docs/clients/${name}`);
  expect(files.toSorted()).toEqual([...pages.keys()].toSorted());
});

test.each(guides.map((guide) => [guide.name, guide] as const))(
  "%s is given the address and the variable with the secret, and says what may go wrong",
  (_name, { withKey, notes, faults, test: path, tried, untried }) => {
    const text = withKey(target)
      .map((snippet) => snippet.text)
      .join("\n");
    expect(text).toContain(target.gateway);
    expect(text).toContain(SECRET_VARIABLE);
    expect(notes.length).toBeGreaterThan(0);
    expect(faults.length).toBeGreaterThan(0);
    expect([path, tried, untried].filter((proof) => proof !== undefined)).toHaveLength(1);
    if (path !== undefined) expect(existsSync(join(root, path))).toBe(true);
  },
);

test("what belongs into a JSON or YAML file is JSON or YAML", () => {
  const snippets = guides.flatMap(({ withKey, withToken }) => [...withKey(target), ...(withToken?.(target) ?? [])]);
  const parsed = snippets.flatMap(({ language, text }): unknown[] =>
    language === "json" ? [JSON.parse(text)] : language === "yaml" ? [parse(text)] : [],
  );
  expect(parsed.length).toBeGreaterThan(4);
  for (const value of parsed) expect(value).toBeTypeOf("object");
});

test("a client with a token that is refreshed needs no key", () => {
  const texts = guides.flatMap(({ withToken }) => withToken?.(target).map(({ text }) => text) ?? []);
  expect(texts.length).toBeGreaterThan(3);
  for (const text of texts) expect(text).not.toContain(SECRET_VARIABLE);
});

function linesOf(id: string): string {
  return guides.find((guide) => guide.id === id)?.withKey(target)[0]?.text ?? "";
}

/** What a program of a script is called with, and its output. */
function wordsOf(script: string): string[] {
  const env = { ...process.env, [SECRET_VARIABLE]: "sk-1" };
  return execFileSync("sh", ["-c", script], { encoding: "utf8", env }).trimEnd().split("\n");
}

test("a shell runs the lines of curl with one body, whatever the model is called", () => {
  const words = wordsOf(`curl() { printf '%s\\n' "$@"; }\n${linesOf("curl")}`);
  expect(words.slice(0, 3)).toEqual([`${target.gateway}/v1/chat/completions`, "-H", "Authorization: Bearer sk-1"]);
  expect(JSON.parse(words.at(-1) ?? "")).toMatchObject({ model: target.model });
});

test("a shell runs the lines of Claude Code with the model as one word", () => {
  const show = `claude() { printf '%s\\n' "$ANTHROPIC_BASE_URL" "$ANTHROPIC_AUTH_TOKEN" "$@"; }`;
  expect(wordsOf(`${show}\n${linesOf("claude-code")}`)).toEqual([target.gateway, "sk-1", "--model", target.model]);
});

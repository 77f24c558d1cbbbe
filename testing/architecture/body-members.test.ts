import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { CLIENTS } from "@/lib/providers/dialects/halves";
import { listModules } from "./source-files";

const root = join(import.meta.dirname, "../..");

/** Parameters of clients whose names mean nothing else in this code: those of several words. */
const NAMES = Object.values(CLIENTS)
  .flatMap(({ parameters }) => Object.keys(parameters))
  .flatMap((name) => name.split("."))
  .filter((name) => /^[a-z]+(?:_[a-z]+|[A-Z][a-z]+)/.test(name));

/** How the member of a parsed body is read. */
const READ = new RegExp(`(?:\\b[a-z]\\w*|\\))\\["(?:${[...new Set(NAMES)].join("|")})"\\]`);

/** What else reads a body, and why. */
const BESIDE: Readonly<Record<string, string>> = {
  "lib/gateway/request/access-request.ts":
    "who the end user is, which the rules decide about before there is an upstream",
  "lib/providers/form/anthropic-members.ts": "Anthropic's members that callers of other dialects add",
  "lib/providers/kept-state.ts": "what a call of /responses continues",
  "lib/providers/openai.ts": "asks OpenAI's streams for their usage",
  "lib/providers/known/bedrock/invoke.ts": "InvokeModel takes a part of Anthropic's bodies",
};

test("only the halves of dialects read the parameters of a body", () => {
  const readers = listModules(root, "lib").filter(
    (path) => !path.startsWith("lib/providers/dialects/") && READ.test(readFileSync(join(root, path), "utf8")),
  );
  expect(readers.sort()).toEqual(Object.keys(BESIDE).sort());
});

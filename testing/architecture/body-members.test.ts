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
  "lib/providers/form/anthropic-members.ts": "Anthropic's members that callers of other dialects add",
  "lib/providers/kept-state.ts": "what a call of /responses continues",
  "lib/providers/openai.ts": "asks OpenAI's streams for their usage",
  "lib/providers/known/bedrock/invoke.ts": "InvokeModel takes a part of Anthropic's bodies",
};

/** In `lib/gateway` a body has names like these, and any member of one, of one word too, is read by its half alone. */
const WORDS = [...new Set(Object.values(CLIENTS).flatMap(({ parameters }) => Object.keys(parameters)))]
  .flatMap((name) => name.split("."))
  .join("|");
const READ_IN_GATEWAY = [
  new RegExp(`\\b(?:body|value|outline|metadata|form)\\)?\\[\"(?:${WORDS})\"\\]`),
  new RegExp(
    `\\b(?:const|let) \\{[^}]*\\b(?:${WORDS})\\b[^}]*\\} = (?:value|outline|\\w+\\.(?:value|outline)|metadata)\\b`,
  ),
  new RegExp(
    `\\b(?:textAt|numberAt|listAt|objectAt)\\((?:body|value|outline|\\w+\\.(?:value|outline)|metadata), \"(?:${WORDS})\"`,
  ),
];

/** What else in it reads a body, and why. */
const BESIDE_IN_GATEWAY: Readonly<Record<string, string>> = {
  "lib/gateway/call/call-session.ts": "clients have names of their own for a session, whatever dialect they speak",
  "lib/gateway/call/call-tags.ts": "LiteLLM's tags in metadata, in any dialect",
  "lib/gateway/request/read-form.ts": "a form has two members that say what the path or a body of JSON would",
};

test("nothing in lib/gateway reads a member of a body", () => {
  const readers = listModules(root, "lib/gateway").filter((path) => {
    const text = readFileSync(join(root, path), "utf8");
    return !path.endsWith(".test.ts") && READ_IN_GATEWAY.some((read) => read.test(text));
  });
  expect(readers.sort()).toEqual(Object.keys(BESIDE_IN_GATEWAY).sort());
});

test.each(Object.values(CLIENTS))(
  "a body in $dialect has the model and the stream where every body is read",
  (half) => {
    const called = (member: string): string[] =>
      Object.keys(half.parameters).filter((name) => half.parameters[name]?.member === member);
    expect(called("model")).toEqual(["model"]);
    expect(called("isStreamed")).toContain("stream");
  },
);

test("only the halves of dialects read the parameters of a body", () => {
  const readers = listModules(root, "lib").filter(
    (path) => !path.startsWith("lib/providers/dialects/") && READ.test(readFileSync(join(root, path), "utf8")),
  );
  expect(readers.sort()).toEqual(Object.keys(BESIDE).sort());
});

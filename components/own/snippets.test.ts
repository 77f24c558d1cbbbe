import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";
import { callableName, SECRET_VARIABLE, SNIPPETS } from "./snippets";

const FACTS = { gateway: "https://gateway.example/llm", model: 'it\'s/"odd" $(name)' };
const textOf = (value: string, facts = FACTS): string =>
  SNIPPETS.find((one) => one.value === value)
    ?.lines(facts)
    .join("\n") ?? "";

test.each(SNIPPETS.map(({ label, lines }) => [label, lines(FACTS).join("\n")]))(
  "the snippet of %s names the gateway and the variable with the secret",
  (_, text) => {
    expect(text).toContain(FACTS.gateway);
    expect(text).toContain(SECRET_VARIABLE);
  },
);

test("a shell runs the snippet of curl with one body, whatever the model is called", () => {
  const script = `curl() { printf '%s\\n' "$@"; }\n${textOf("curl")}`;
  const words = execFileSync("sh", ["-c", script], {
    encoding: "utf8",
    env: { ...process.env, [SECRET_VARIABLE]: "sk-1" },
  })
    .trimEnd()
    .split("\n");
  expect(words.slice(0, 3)).toEqual([`${FACTS.gateway}/v1/chat/completions`, "-H", "Authorization: Bearer sk-1"]);
  expect(JSON.parse(words.at(-1) ?? "")).toEqual({
    model: FACTS.model,
    messages: [{ role: "user", content: "Say hello." }],
  });
});

test("a shell runs the snippet of Claude Code with the model as one word", () => {
  const script = `claude() { printf '%s\\n' "$ANTHROPIC_BASE_URL" "$ANTHROPIC_AUTH_TOKEN" "$@"; }\n${textOf("claude-code")}`;
  const words = execFileSync("sh", ["-c", script], {
    encoding: "utf8",
    env: { ...process.env, [SECRET_VARIABLE]: "sk-1" },
  });
  expect(words.trimEnd().split("\n")).toEqual([FACTS.gateway, "sk-1", "--model", FACTS.model]);
});

test.each([
  [["openai/*", "gpt-4o"], "gpt-4o"],
  [["openai/*"], undefined],
  [[], undefined],
])("of %j the model to begin with is %s", (names, name) => expect(callableName(names)).toBe(name));

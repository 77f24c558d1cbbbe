import fc from "fast-check";
import { expect, test } from "vitest";
import { Secret } from "../secret";
import { joinSecrets, splitSecrets } from "./secret-tree";

test("secrets are taken out at every depth, and leave hints", () => {
  const settings = {
    url: "https://a.example",
    auth_value: new Secret("sk-0123456789abcdefWXYZ"),
    static_headers: { "x-key": new Secret("short") },
    mcp_info: { team: "search" },
    allowed_tools: ["a"],
    alias: undefined,
  };
  expect(splitSecrets(settings)).toEqual({
    open: { url: "https://a.example", static_headers: {}, mcp_info: { team: "search" }, allowed_tools: ["a"] },
    secrets: { auth_value: "sk-0123456789abcdefWXYZ", static_headers: { "x-key": "short" } },
    hints: { auth_value: "sk-…WXYZ", static_headers: { "x-key": "…" } },
  });
});

const names = fc.string({ minLength: 1 }).filter((name) => name !== "__proto__");
const { tree } = fc.letrec<{ tree: Record<string, unknown> }>((tie) => ({
  tree: fc.dictionary(
    names,
    fc.oneof(
      { maxDepth: 3 },
      fc.string().map((text) => new Secret(text)),
      fc.string(),
      fc.array(fc.integer(), { maxLength: 3 }),
      tie("tree"),
    ),
    { maxKeys: 5 },
  ),
}));

test("what is taken apart is the same when it is put together", () => {
  fc.assert(
    fc.property(tree, (settings) => {
      const { open, secrets } = splitSecrets(settings);
      expect(joinSecrets(open, secrets)).toEqual(revealed(settings));
      expect(JSON.stringify(open)).not.toContain("[secret]");
    }),
  );
});

function revealed(value: unknown): unknown {
  if (value instanceof Secret) return value.reveal();
  if (typeof value !== "object" || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, revealed(inner)]));
}

import { expect, test } from "vitest";
import { hasHidden, hiddenName, textParts, withoutHidden } from "./hidden-text";

test.each([
  ["Adds two numbers.\n\tThen stops.", false],
  ["Take care ⚠️ and 👩‍👧", false],
  ["Adds\u200b", true],
  ["\u202eAdds", true],
  ["a\ufe0f", true],
  ["👩‍", true],
  ["Adds\u{e0049}", true],
  ["Adds\ud83d", true],
  ["Adds 😀", false],
])("%j has hidden characters: %s", (text, expected) => {
  expect(hasHidden(text)).toBe(expected);
});

test("a text is told in parts that make it up", () => {
  const text = "Adds\u200b\u200b two ⚠️ numbers\u202e";
  const parts = textParts(text);
  expect(parts.map((part) => part.text).join("")).toBe(text);
  expect(parts.filter(({ isHidden }) => isHidden).map((part) => part.text)).toEqual(["\u200b\u200b", "\u202e"]);
});

test.each([
  ["\u200b", "U+200B"],
  ["\u0000\u200b", "U+0000 U+200B"],
  ["\u{e0053}\u{e0065}\u{e006e}\u{e0064}", "hidden text: Send"],
  ["\u200b".repeat(9), "U+200B U+200B U+200B U+200B U+200B U+200B and 3 more"],
])("the run %j is named %s", (run, name) => {
  expect(hiddenName(run)).toBe(name);
});

test("a definition shows what nobody sees, in names as well", () => {
  expect(withoutHidden({ description: "Adds\u200b.", inputSchema: { ["a\u202e"]: ["b", 1, null] } })).toEqual({
    description: "Adds⟨U+200B⟩.",
    inputSchema: { "a⟨U+202E⟩": ["b", 1, null] },
  });
});

import fc from "fast-check";
import { expect, test } from "vitest";
import { addressOf, pageOf, viewFrom } from "./address";

const USUAL = { team_id: "", model: "", range: "30" };
const asked = (address: string) => viewFrom(new URLSearchParams(address), USUAL);

test("an address sets the parameters that its page knows, and nothing else", () => {
  expect(asked("?team_id=support&range=7")).toEqual({ team_id: "support", model: "", range: "7" });
  expect(asked("?constructor=x&__proto__=y&page=2")).toEqual(USUAL);
});

test("a parameter that an address has twice is ignored", () => {
  expect(asked("?model=a&model=b")).toEqual(USUAL);
});

test("the default view has the plain address", () => {
  expect(addressOf(USUAL, USUAL)).toBe("");
  expect(addressOf({ ...USUAL, range: "7" }, USUAL)).toBe("?range=7");
});

test("every view can be read back from its address", () => {
  const text = fc.string({ unit: "grapheme" });
  fc.assert(
    fc.property(fc.record({ team_id: text, model: text, range: text.filter((range) => range !== "") }), (view) => {
      expect(asked(addressOf(view, USUAL))).toEqual(view);
    }),
  );
});

test.each([
  ["2", 2],
  ["", 1],
  ["0", 1],
  ["-3", 1],
  ["1.5", 1],
  ["x", 1],
  ["9999999", 1],
])("page %j in an address is page %i", (text, page) => {
  expect(pageOf(text)).toBe(page);
});

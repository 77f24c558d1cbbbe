import { expect, test } from "vitest";
import { DefectStacks } from "./defect-stacks";

function setUp() {
  const clock = { now: 1_000_000 };
  return { clock, defects: new DefectStacks(() => clock.now) };
}
const fail = (id: number): Error => new TypeError(`row ${id} is odd`);

test("the stack of a defect is shown once a minute, and its message each time", () => {
  const { clock, defects } = setUp();
  const errors = Array.from({ length: 300 }, (_, id) => fail(id));
  const shown = errors.map((error) => defects.shorten(error));
  expect(shown.filter((value) => value instanceof Error)).toEqual([errors[0]]);
  expect(shown[299]).toBe("TypeError: row 299 is odd");
  clock.now += 60_000;
  const next = fail(300);
  expect(defects.shorten(next)).toBe(next);
});

test("another defect shows its own stack, and what is thrown without one is shown as it is", () => {
  const { defects } = setUp();
  defects.shorten(fail(1));
  const other = new Error("elsewhere");
  expect(defects.shorten(other)).toBe(other);
  expect(defects.shorten("text")).toBe("text");
});

test("more defects than are told apart still show their stacks", () => {
  const { defects } = setUp();
  const withStack = (place: number): Error => {
    const error = new Error("x");
    error.stack = `Error: x\n    at f${place} (file.ts:${place}:1)`;
    return error;
  };
  for (let place = 0; place < 250; place++) {
    const error = withStack(place);
    expect(defects.shorten(error)).toBe(error);
  }
});

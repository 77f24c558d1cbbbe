import { expect, test } from "vitest";
import { messageOf } from "./error-message";

test("the message of an error is its own, of any other thrown value its text", () => {
  expect([messageOf(new TypeError("no")), messageOf("gone"), messageOf(undefined)]).toEqual([
    "no",
    "gone",
    "undefined",
  ]);
});

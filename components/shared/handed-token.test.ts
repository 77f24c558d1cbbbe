import { expect, test } from "vitest";
import { handToken, onHandedToken } from "./handed-token";

test("a token is handed over once, to a page that is open or that opens later", () => {
  const taken: string[] = [];
  handToken("before");
  const stop = onHandedToken((secret) => taken.push(secret));
  expect(taken).toEqual(["before"]);
  handToken("after");
  expect(taken).toEqual(["before", "after"]);
  stop();
  handToken("later");
  expect(taken).toEqual(["before", "after"]);
  const again: string[] = [];
  onHandedToken((secret) => again.push(secret))();
  onHandedToken((secret) => again.push(secret))();
  expect(again).toEqual(["later"]);
});

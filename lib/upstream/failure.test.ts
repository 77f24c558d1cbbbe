import { expect, test } from "vitest";
import { isRefused } from "./failure";

const withCode = (code: string): Error => Object.assign(new Error(code), { code });

const cases: [what: string, error: unknown, refused: boolean][] = [
  ["nobody listens", withCode("ECONNREFUSED"), true],
  ["nobody listens at any of several addresses", Object.assign(new AggregateError([]), { code: "ECONNREFUSED" }), true],
  ["the name is unknown", withCode("ENOTFOUND"), true],
  ["no way leads there", withCode("EHOSTUNREACH"), true],
  ["the connection is reset", withCode("ECONNRESET"), false],
  ["the connection is closed", withCode("UND_ERR_SOCKET"), false],
  ["no connection is made in time", withCode("UND_ERR_CONNECT_TIMEOUT"), false],
  ["the gateway itself has no file handles left", withCode("EMFILE"), false],
  ["something without a code fails", new Error("broken off"), false],
  ["something fails that is not an error", "ECONNREFUSED", false],
];
test.each(cases)("if %s, an upstream counts as one that refuses connections or not", (_what, error, refused) => {
  expect(isRefused(error)).toBe(refused);
});

import { expect, test } from "vitest";
import { readCredential } from "./credential";

const header = Buffer.from('{"alg":"RS256"}').toString("base64url");
const other = Buffer.from('{"typ":"JWT"}').toString("base64url");

const cases: [authorization: string | undefined, kind: ReturnType<typeof readCredential>["kind"]][] = [
  [undefined, "none"],
  ["", "none"],
  ["Basic dTpw", "unrecognised"],
  ["Bearer", "unrecognised"],
  ["Bearer ", "unrecognised"],
  ["Bearer a b", "unrecognised"],
  [`Bearer ${header}.x y.z`, "unrecognised"],
  ["Bearer sk-123", "key"],
  ["bearer\tsk-123  ", "key"],
  ["Bearer sk-a.b.c", "key"],
  ["Bearer of.the.operator", "key"],
  [`Bearer ${header}`, "key"],
  [`Bearer ${other}.e30.c2ln`, "key"],
  [`Bearer ${Buffer.from("[]").toString("base64url")}.e30.c2ln`, "key"],
  [`BEARER ${header}.e30.c2ln`, "jwt"],
  [`Bearer ${header}.e30.`, "jwt"],
  [`Bearer ${header}.e30`, "jwt"],
  [`Bearer ${header}.a.b.c.d`, "jwt"],
];
test.each(cases)("the header %j is read as %s", (authorization, kind) => {
  expect(readCredential(authorization).kind).toBe(kind);
});

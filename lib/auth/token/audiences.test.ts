import { expect, test } from "vitest";
import { jwtAuth } from "@/lib/config/schema";
import { checksAudience } from "./audiences";

const ISSUER = "https://id.example";
const CASES: [issuers: object[], audiences: string[], issuer: string | undefined, checks: boolean][] = [
  [[], [], ISSUER, false],
  [[], ["gateway"], ISSUER, true],
  [[], ["gateway"], undefined, true],
  [[{ issuer: ISSUER, audience: "gateway" }], [], ISSUER, true],
  [[{ issuer: ISSUER, audience: "gateway" }], [], "https://other.example", false],
  [[{ issuer: ISSUER, audience: "none" }], ["gateway"], ISSUER, false],
  [[{ issuer: ISSUER }], ["gateway"], ISSUER, true],
  [[{ issuer: ISSUER }], [], ISSUER, false],
];
test.each(CASES)("with issuers %j and the audiences %j, a token of %s: %s", (issuers, audiences, issuer, checks) => {
  expect(checksAudience(issuer, { jwtAuth: jwtAuth.parse({ issuers }), audiences })).toBe(checks);
});

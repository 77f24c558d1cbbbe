import { expect, test } from "vitest";
import { claimsOfIssuer } from "./claims-of-issuer";

const own = { issuer: "https://own", tokens: 3, claims: [] };
const together = { issuer: null, tokens: 9, claims: [] };

test.each([
  ["an issuer whose tokens were seen has its own", [together, own], "https://own", ["https://own"], own],
  [
    "an issuer without an entry has those that are counted together",
    [own, together],
    "https://main",
    ["https://own"],
    together,
  ],
  [
    "an issuer with an entry of which no token was seen has none, and not others'",
    [together],
    "https://own",
    ["https://own"],
    undefined,
  ],
  ["an issuer without an entry of which no token was seen has none", [own], "https://main", ["https://own"], undefined],
  ["nothing is guessed while the entries are not known", [together], "https://main", undefined, undefined],
] as const)("%s", (_what, seen, issuer, entries, expected) => {
  expect(claimsOfIssuer(seen, issuer, entries)).toEqual(expected);
});

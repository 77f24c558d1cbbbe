import { expect, test } from "vitest";
import type { SeenClaims } from "@/lib/wire/claim-catalogue";
import { knownClaims, seenOf, withClaim } from "./known-claims";
import { withJsonMember } from "./with-json-member";

const claim = (path: string, type: "string" | "list" | "object", tokens: number, role?: string) => ({
  path,
  tokens,
  types: [type],
  shapes: [type === "string" ? "uuid" : type],
  read_by: [],
  ids: role === undefined ? [] : [{ kind: "role" as const, id: role }],
});
const seen: SeenClaims = {
  hours: 24,
  issuers: [
    { issuer: null, tokens: 3, claims: [claim("sub", "string", 3), claim("a.b", "string", 1)] },
    {
      issuer: "https://login.example",
      tokens: 2,
      claims: [
        claim("sub", "string", 2),
        claim("realm_access", "object", 2),
        claim("realm_access.roles", "list", 2, "developer"),
        claim("orgs", "list", 1),
        claim("orgs[].id", "list", 1, "acme"),
        claim("orgs[].roles[]", "list", 1),
      ],
    },
  ],
};
const all = knownClaims(seen);
const OF_ISSUER = ["sub", "realm_access", "realm_access.roles", "orgs", "orgs[].id", "orgs[].roles[]"];

test.each([
  ["an issuer that was seen", "https://login.example", OF_ISSUER],
  ["its tenants, where the issuer names them", "https://{tid}.example", OF_ISSUER],
  ["an issuer of which nothing was seen, those of all", "https://new.example", all.map(({ path }) => path)],
])("the claims of %s are offered", (_, issuer, paths) => {
  expect(knownClaims(seenOf(seen, issuer)).map(({ path }) => path)).toEqual(paths);
});

test("the claims of all issuers are offered once, the most frequent first, with what they look like", () => {
  expect(all.map(({ path, note }) => `${path}: ${note}`)).toEqual([
    "sub: string, uuid, in 5 of 5 tokens",
    "realm_access: object, in 2 of 5 tokens",
    "realm_access.roles: list, in 2 of 5 tokens",
    "a.b: string, uuid, in 1 of 5 tokens",
    "orgs: list, in 1 of 5 tokens",
    "orgs[].id: list, in 1 of 5 tokens",
    "orgs[].roles[]: list, in 1 of 5 tokens",
  ]);
});

test.each<[path: string, before: Record<string, unknown>, after: Record<string, unknown> | undefined]>([
  ["sub", { aud: "x" }, { aud: "x", sub: "…" }],
  ["a.b", {}, { "a.b": "…" }],
  ["realm_access.roles", {}, { realm_access: { roles: ["developer"] } }],
  ["realm_access.roles", { realm_access: { other: 1 } }, { realm_access: { other: 1, roles: ["developer"] } }],
  ["realm_access.roles", { realm_access: "text" }, undefined],
  ["orgs[].id", {}, { orgs: [{ id: "acme" }] }],
  ["orgs[].id", { orgs: [{ name: "x" }, "y"] }, { orgs: [{ name: "x", id: "acme" }, "y"] }],
  ["orgs[].id", { orgs: ["acme"] }, undefined],
  ["orgs[].id", { orgs: {} }, undefined],
  ["orgs[].roles[]", { orgs: [{ id: "a" }] }, { orgs: [{ id: "a", roles: ["…"] }] }],
])("the claim %s added to %j", (path, before, after) => {
  const added = all.find((one) => one.path === path);
  expect(added && withClaim(before, added, all)).toEqual(after);
});

test.each([
  ["", '{\n  "a": 1\n}'],
  ['{"b": 2}', '{\n  "b": 2,\n  "a": 1\n}'],
  ["[1]", "[1]"],
  ["{", "{"],
])("a member added to the text %j gives %j", (text, after) =>
  expect(withJsonMember(text, (object) => ({ ...object, a: 1 }))).toBe(after),
);

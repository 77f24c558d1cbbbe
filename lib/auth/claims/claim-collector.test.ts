import { expect, test } from "vitest";
import { jwtAuth } from "@/lib/config/schema";
import { collectClaims } from "./claim-collector";
import { mergeSightings } from "./claim-sightings";

const ISSUER = "https://login.example";
const settings = jwtAuth.parse({
  issuers: [{ issuer: ISSUER, jwks_url: `${ISSUER}/keys`, user_allowed_email_domain: "acme.example" }],
});
const HOUR = 3_600_000;

test("each claim of a token is seen with its path, type, shape and frequency, and without its value", () => {
  const collector = collectClaims();
  const claims = { sub: "very-secret", realm_access: { roles: ["admin"] }, email: "alice@acme.example" };
  collector.add({ claims, issuer: ISSUER }, settings, 0);
  collector.add({ claims: { sub: 7 }, issuer: ISSUER }, settings, 1);
  const [hour] = collector.takeChanged();
  expect(hour?.sightings()).toEqual({
    tokens: 2,
    claims: [
      { path: "sub", tokens: 2, types: { string: 1, number: 1 }, shapes: ["string(11)", "integer"], ids: [] },
      { path: "realm_access", tokens: 1, types: { object: 1 }, shapes: ["object"], ids: [] },
      { path: "realm_access.roles", tokens: 1, types: { list: 1 }, shapes: ["list of string"], ids: [] },
      { path: "email", tokens: 1, types: { string: 1 }, shapes: ["email @acme.example"], ids: [] },
    ],
  });
  expect(collector.takeChanged()).toEqual([]);
});

test("a value becomes part of what was seen only when it is named, and its text is handed out once", () => {
  const collector = collectClaims();
  collector.add({ claims: { groups: ["/teams/ml"] }, issuer: ISSUER }, settings, 0);
  const [hour] = collector.takeChanged();
  expect([...(hour?.takeTexts() ?? [])]).toEqual([["groups", new Set(["/teams/ml", "ml"])]]);
  expect(hour?.takeTexts().size).toBe(0);
  hour?.name("groups", [{ kind: "team", id: "ml" }]);
  expect(hour?.sightings().claims[0]?.ids).toEqual([{ kind: "team", id: "ml" }]);
});

test("only issuers with an entry of their own are told apart, whatever tokens say", () => {
  const collector = collectClaims();
  for (let number = 0; number < 1_000; number++)
    collector.add({ claims: { sub: "u" }, issuer: `https://${number}.example` }, settings, 0);
  collector.add({ claims: { sub: "u" }, issuer: ISSUER }, settings, 0);
  expect(collector.takeChanged().map(({ issuer }) => issuer)).toEqual([undefined, ISSUER]);
});

test("the members of a list of objects are seen, and nothing of other lists", () => {
  const collector = collectClaims();
  const groups = [{ id: "a", name: "A" }, { id: "b" }, { id: null }];
  const many = Object.fromEntries(Array.from({ length: 40 }, (_, index) => [`name-${index}`, index]));
  const claims = { groups, mixed: [{ id: "a" }, "b"], tables: [many], none: [], texts: ["a"] };
  collector.add({ claims, issuer: undefined }, jwtAuth.parse({}), 0);
  const [hour] = collector.takeChanged();
  const seen = hour?.sightings().claims.map(({ path, types, shapes }) => [path, types, shapes]);
  expect(seen).toEqual([
    ["groups", { list: 1 }, ["list of object"]],
    ["groups[].id", { list: 1 }, ["list of string"]],
    ["groups[].name", { list: 1 }, ["list of string"]],
    ["mixed", { list: 1 }, ["list of object"]],
    ["tables", { list: 1 }, ["list of object"]],
    ["none", { list: 1 }, ["empty list"]],
    ["texts", { list: 1 }, ["list of string"]],
  ]);
  expect([...(hour?.takeTexts().get("groups[].id") ?? [])]).toEqual(["a", "b"]);
});

test("no token makes what is seen grow beyond its bounds", () => {
  const collector = collectClaims();
  const names = (count: number, prefix: string): string[] => Array.from({ length: count }, (_, at) => `${prefix}${at}`);
  const deep = names(50, "d").reduceRight<Record<string, unknown>>((inner, name) => ({ [name]: inner }), {});
  for (let number = 0; number < 300; number++) {
    const members = names(40, `claim${number}-`).map((name) => [name, names(50, name)] as const);
    const claims = { ...Object.fromEntries(members), deep, ["x".repeat(5_000)]: 1, long: "x".repeat(5_000) };
    collector.add({ claims, issuer: ISSUER }, settings, 0);
  }
  const [hour] = collector.takeChanged();
  const seen = hour?.sightings();
  expect(seen?.claims.length).toBeLessThanOrEqual(150);
  expect(seen?.tokens).toBeLessThan(210);
  const texts = [...(hour?.takeTexts().values() ?? [])].flatMap((all) => [...all]);
  expect(texts.length).toBeLessThanOrEqual(400);
  expect(Math.max(...texts.map((text) => text.length))).toBeLessThanOrEqual(256);
  expect(JSON.stringify(seen).length).toBeLessThan(50_000);
});

test("names of members that are values themselves are left out", () => {
  const collector = collectClaims();
  const table = Object.fromEntries(Array.from({ length: 31 }, (_, at) => [`team ${String.fromCharCode(97 + at)}`, 1]));
  const claims = { shares: { "alice@acme.example": 1, rest: 2 }, table, "https://acme.example/roles": ["a"] };
  collector.add({ claims, issuer: ISSUER }, settings, 0);
  const paths = collector
    .takeChanged()[0]
    ?.sightings()
    .claims.map(({ path }) => path);
  expect(paths).toEqual(["shares", "shares.rest", "table", "https://acme.example/roles"]);
});

test("an hour that is over is still written, and one that could not be written is written again", () => {
  const collector = collectClaims();
  collector.add({ claims: { sub: "u" }, issuer: ISSUER }, settings, 0);
  collector.add({ claims: { sub: "u" }, issuer: ISSUER }, settings, HOUR);
  const both = collector.takeChanged();
  expect(both.map(({ start }) => start)).toEqual([0, HOUR]);
  collector.putBack(both);
  expect(new Set(collector.takeChanged())).toEqual(new Set(both));
});

test("what processes saw in several hours adds up, and ids stand once", () => {
  const id = { kind: "team", id: "ml" } as const;
  const claim = { path: "team", tokens: 2, types: { string: 2 }, shapes: ["string(2)"], ids: [id] };
  const other = { ...claim, types: { list: 2 }, shapes: ["string(2)", "list of string"] };
  expect(
    mergeSightings([
      { tokens: 3, claims: [claim] },
      { tokens: 4, claims: [other] },
    ]),
  ).toEqual({
    tokens: 7,
    claims: [
      { path: "team", tokens: 4, types: { string: 2, list: 2 }, shapes: ["string(2)", "list of string"], ids: [id] },
    ],
  });
});

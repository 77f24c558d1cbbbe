import { describe, expect, test } from "vitest";
import { Secret } from "@/lib/config/secret";
import {
  draftedGraph,
  hasSecret,
  issuerDrafts,
  issuerFacts,
  requiredClaimRows,
  requiredClaims,
  withField,
} from "./issuer-draft";
import { readIssuer, readIssuerText } from "./read-issuer";
import { forgetTypedSecrets, withTypedSecrets } from "./typed-secrets";

const ISSUER = "https://login.example";
const asking = (secret: string) => ({ issuer: ISSUER, introspection: { client_id: "gateway", client_secret: secret } });

describe("a typed secret", () => {
  const drafted = (secret: string) => {
    const read = readIssuer(asking(secret));
    if ("fault" in read) throw new Error(read.fault);
    return read.entry;
  };

  test("has a mark in the draft and is sent in its place", () => {
    const entry = drafted("typed");
    expect(JSON.stringify(entry)).not.toContain('"typed"');
    expect(hasSecret(entry["introspection"])).toBe(true);
    expect(withTypedSecrets({ issuers: [entry] })).toEqual({ issuers: [asking("typed")] });
  });

  test("is forgotten after a save, and its mark is sent as it is", () => {
    const entry = drafted("typed");
    forgetTypedSecrets();
    expect(withTypedSecrets({ issuers: [entry] })).toEqual({ issuers: [entry] });
  });

  test("that is set already keeps the gateway's mark", () => {
    expect(drafted("[secret a1]")).toEqual(asking("[secret a1]"));
    expect(issuerDrafts([{ ...asking(""), introspection: { client_secret: new Secret("x") } }])).toEqual([
      { issuer: ISSUER, introspection: { client_secret: "[secret]" } },
    ]);
  });
});

describe("a typed secret of Microsoft Graph for all issuers", () => {
  const typed = (secret: string, before?: unknown) => draftedGraph({ client_id: "app", client_secret: secret }, before);

  test("has a mark in the draft and is sent in its place", () => {
    const graph = typed("typed");
    expect(JSON.stringify(graph)).not.toContain('"typed"');
    expect(withTypedSecrets({ microsoft_graph: graph })).toEqual({
      microsoft_graph: { client_id: "app", client_secret: "typed" },
    });
  });

  test("is forgotten once another one is typed in its place", () => {
    const first = typed("a");
    const second = typed("ab", first);
    expect(withTypedSecrets({ microsoft_graph: first })).toEqual({ microsoft_graph: first });
    expect(withTypedSecrets({ microsoft_graph: second })).toMatchObject({ microsoft_graph: { client_secret: "ab" } });
  });

  test("that is set already keeps the gateway's mark, and an empty one is none", () => {
    expect(typed("[secret a1]")).toEqual({ client_id: "app", client_secret: "[secret a1]" });
    expect(typed("")).toEqual({ client_id: "app", client_secret: "" });
  });
});

test.each([
  ["a text", "sub", { issuer: ISSUER, name: "sub" }],
  ["false, which says no", false, { issuer: ISSUER, name: false }],
  ["an empty text as nothing", "", { issuer: ISSUER }],
  ["an empty list as nothing", [], { issuer: ISSUER }],
  ["an empty object as nothing", {}, { issuer: ISSUER }],
])("a field of an issuer takes %s", (_, value, expected) => {
  expect(withField({ issuer: ISSUER, name: "before" }, "name", value)).toEqual(expected);
});

test.each([
  ["no JSON", "{", /^This is not JSON/],
  ["a misspelt field", '{"issuer": "a", "audiance": "b"}', /did you mean "audience"/],
  ["no issuer", "{}", /issuer/],
  ["introspection without a secret", '{"issuer": "a", "introspection": {"client_id": "b"}}', /client_secret/],
])("an issuer with %s is not kept", (_, text, message) => {
  expect(readIssuerText(text)).toEqual({ fault: expect.stringMatching(message) });
});

test.each([
  ["one value", { hd: "acme.com" }, [{ claim: "hd", values: "acme.com" }]],
  ["several values", { tid: ["a", "b"] }, [{ claim: "tid", values: "a, b" }]],
])("required claims with %s are rows, and the rows are the same claims", (_, required, rows) => {
  expect(requiredClaimRows(required)).toEqual(rows);
  expect(requiredClaims(rows)).toEqual(required);
});

test("required claims that rows cannot say are changed as JSON", () => {
  for (const value of [true, 7, "a,b"]) expect(requiredClaimRows({ claim: value })).toBeUndefined();
  expect(
    requiredClaims([
      { claim: "", values: "a" },
      { claim: "b", values: " , " },
    ]),
  ).toEqual({});
});

test("the list tells issuers apart in few words", () => {
  expect(issuerFacts({ issuer: ISSUER })).toEqual(["audience of JWT_AUDIENCE"]);
  expect(
    issuerFacts({
      ...asking("[secret]"),
      audience: ["a", "b"],
      id_prefix: "p:",
      allow_admin: true,
      required_claims: { hd: "x" },
    }),
  ).toEqual(["audience a, b", "requires hd", "ids begin with p:", "may make administrators", "introspection"]);
});

import { expect, test } from "vitest";
import { claimChoices, suggestAdministrators } from "./suggest-administrators";

const PERSON = { sub: "u-1", email: "ada@example.com", name: "Ada" };

test.each<[title: string, claims: Record<string, unknown>, suggested: unknown]>([
  [
    "a role whose name says it",
    { ...PERSON, roles: ["staff", "gateway-admin"] },
    { claim: "roles", values: ["gateway-admin"] },
  ],
  [
    "a nested role",
    { ...PERSON, realm_access: { roles: ["a", "admin"] } },
    { claim: "realm_access.roles", values: ["admin"] },
  ],
  ["a group in one text", { ...PERSON, groups: "platform-admins" }, { claim: "groups", values: ["platform-admins"] }],
  [
    "a namespaced claim",
    { ...PERSON, "https://acme.example/roles": ["Admin"] },
    { claim: "https://acme.example/roles", values: ["Admin"] },
  ],
  [
    "the person alone where no right says it",
    { ...PERSON, groups: ["everyone"] },
    { claim: "email", values: ["ada@example.com"] },
  ],
  ["no part of a word", { ...PERSON, groups: ["badminton"] }, { claim: "email", values: ["ada@example.com"] }],
  ["the subject where there is no other name", { sub: "u-1" }, { claim: "sub", values: ["u-1"] }],
  ["nothing in an empty token", { iss: "https://id.example", aud: "admin" }, undefined],
])("suggests %s", (_title, claims, suggested) => {
  expect(suggestAdministrators(claimChoices(claims))).toEqual(suggested);
});

test("claims of rights come first, then those that name the person, and none that are about the token", () => {
  const claims = { iss: "https://id.example", name: "Ada", sub: "u-1", groups: ["a", "b"], email: "a@b.example", n: 1 };
  expect(claimChoices(claims).map(({ claim }) => claim)).toEqual(["groups", "email", "sub", "name"]);
});

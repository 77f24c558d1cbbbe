import { expect, test } from "vitest";
import type { Claims, VerifiedToken } from "./decision";
import { loginGrantOf } from "./login-grant";

const ISSUER = "https://id.example";
type Jwt = Extract<VerifiedToken, { kind: "jwt" }>;
const session = (claims: Claims, over: Partial<Jwt> = {}): Jwt => ({
  kind: "jwt",
  via: "session",
  claims,
  issuer: ISSUER,
  loginIssuer: ISSUER,
  ...over,
});
const mapping = (claim: string, ...values: string[]) => ({ issuer: ISSUER, claim, values });

test.each<[title: string, token: Jwt, mapping: ReturnType<typeof mapping> | undefined, granted: string | undefined]>([
  [
    "a value of a list",
    session({ groups: ["a", "admins"] }),
    mapping("groups", "admins"),
    'the claim "groups" has "admins"',
  ],
  ["any of several values", session({ groups: ["b"] }), mapping("groups", "a", "b"), 'the claim "groups" has "b"'],
  [
    "one text",
    session({ email: "ada@b.example" }),
    mapping("email", "ada@b.example"),
    'the claim "email" has "ada@b.example"',
  ],
  [
    "a nested claim",
    session({ realm_access: { roles: ["x"] } }),
    mapping("realm_access.roles", "x"),
    'the claim "realm_access.roles" has "x"',
  ],
  ["another value", session({ groups: ["a"] }), mapping("groups", "admins"), undefined],
  ["a part of a value", session({ groups: ["admins-emea"] }), mapping("groups", "admins"), undefined],
  ["another case", session({ groups: ["Admins"] }), mapping("groups", "admins"), undefined],
  ["no such claim", session({}), mapping("groups", "admins"), undefined],
  ["a claim of another type", session({ groups: { admins: true } }), mapping("groups", "admins"), undefined],
  ["no mapping", session({ groups: ["admins"] }), undefined, undefined],
  ["a bearer token", session({ groups: ["admins"] }, { via: "bearer" }), mapping("groups", "admins"), undefined],
  [
    "claims of another issuer",
    session({ groups: ["admins"] }, { issuer: "https://b.example" }),
    mapping("groups", "admins"),
    undefined,
  ],
  [
    "a login at another issuer",
    session({ groups: ["admins"] }, { loginIssuer: "https://b.example" }),
    mapping("groups", "admins"),
    undefined,
  ],
])("%s", (_title, token, given, granted) => {
  expect(loginGrantOf(token, given)).toBe(granted);
});

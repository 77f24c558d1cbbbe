import { expect, test } from "vitest";
import type { KeyFacts, VerifiedToken } from "@/lib/auth/decision";
import { callerClaims, toolCallerOf } from "./caller-claims";

const ISSUER = "https://gateway.test";
const jwt = (claims: object): VerifiedToken => ({
  kind: "jwt",
  via: "bearer",
  issuer: "https://id.test",
  claims: { ...claims },
});
const KEY = { id: "key_1" } as KeyFacts;

const CASES: readonly (readonly [
  title: string,
  token: VerifiedToken,
  who: { readonly userId?: string; readonly teamId?: string; readonly field?: string },
  claims: object,
])[] = [
  [
    "a user by an application",
    jwt({ azp: "editor" }),
    { userId: "ada", teamId: "t1" },
    { sub: "ada", user_id: "ada", team_id: "t1", client_id: "editor", act: { sub: "editor" } },
  ],
  [
    "a user by an application that another claim names",
    jwt({ azp: "proxy", app: { id: "editor" } }),
    { userId: "ada", field: "app.id" },
    { sub: "ada", user_id: "ada", client_id: "editor", act: { sub: "editor" } },
  ],
  [
    "an application without a user",
    jwt({ client_id: "t1" }),
    { teamId: "t1" },
    { sub: "t1", team_id: "t1", client_id: "t1" },
  ],
  [
    "a key of a user",
    { kind: "virtual-key", key: KEY },
    { userId: "ada" },
    { sub: "ada", user_id: "ada", client_id: "key_1", act: { sub: "key_1" } },
  ],
  ["a key of nobody", { kind: "virtual-key", key: KEY }, {}, { sub: "key_1", client_id: "key_1" }],
  ["the master key", { kind: "master-key", via: "bearer" }, {}, { sub: "master-key", client_id: "master-key" }],
];

test.each(CASES)("a server is told of %s", (_, token, { field, ...ids }, claims) => {
  const principal = { userId: undefined, teamId: undefined, ...ids };
  const caller = toolCallerOf(
    { identity: { key: undefined, subject: undefined }, principal, token },
    { issuer: ISSUER, field },
  );
  const asked = { audience: "https://mcp.test/mcp", now: 1_700_000_000_900, id: "j1" };
  expect(callerClaims(caller, asked)).toEqual({
    iss: ISSUER,
    aud: "https://mcp.test/mcp",
    jti: "j1",
    iat: 1_700_000_000,
    exp: 1_700_000_060,
    ...claims,
  });
});

import { expect, test } from "vitest";
import { combineAnswers, type AnsweredClaims, type Answers } from "./answered-claims";
import type { ProviderAnswer } from "./provider-answer";

const issuer = "https://issuer.test";
const active = (claims: Record<string, unknown>): ProviderAnswer => ({ kind: "active", claims });
const refused: ProviderAnswer = { kind: "refused" };
const down: ProviderAnswer = { kind: "unusable", because: "down" };
const inactive = { kind: "refused", message: "The identity provider says that the token is not active." } as const;
const accepted = (by: "introspection" | "userinfo", claims: Record<string, unknown>): AnsweredClaims => ({
  kind: "active",
  by,
  claims: { iss: issuer, ...claims },
});

test.each<[name: string, answers: Answers, means: AnsweredClaims]>([
  ["introspection decides", { introspection: active({ sub: "a" }) }, accepted("introspection", { sub: "a" })],
  ["an inactive token is refused", { introspection: refused }, inactive],
  ["a provider that cannot be asked decides nothing", { introspection: down }, { kind: "unusable", because: "down" }],
  ["userinfo alone decides", { userinfo: active({ sub: "a" }) }, accepted("userinfo", { sub: "a" })],
  ["userinfo alone refuses", { userinfo: refused }, inactive],
  [
    "the answer's own issuer stands, to be checked",
    { introspection: active({ iss: "https://other.test" }) },
    accepted("introspection", { iss: "https://other.test" }),
  ],
  [
    "userinfo adds claims, and those of the introspection stand above them",
    { introspection: active({ sub: "a", scope: "x" }), userinfo: active({ sub: "a", scope: "y", email: "e" }) },
    accepted("introspection", { sub: "a", scope: "x", email: "e" }),
  ],
  [
    "userinfo names the subject of a lightweight token",
    { introspection: active({ scope: "x" }), userinfo: active({ sub: "a" }) },
    accepted("introspection", { scope: "x", sub: "a" }),
  ],
  [
    "an application has no userinfo",
    { introspection: active({ sub: "app" }), userinfo: refused },
    accepted("introspection", { sub: "app" }),
  ],
  [
    "userinfo about another subject refuses the token",
    { introspection: active({ sub: "a" }), userinfo: active({ sub: "b" }) },
    { kind: "refused", message: "The identity provider's userinfo is about another subject than the token." },
  ],
  [
    "claims that cannot be completed decide nothing",
    { introspection: active({ sub: "a" }), userinfo: down },
    { kind: "unusable", because: "down" },
  ],
  ["nobody was asked", {}, { kind: "unusable", because: "the entry does not say how" }],
])("of a provider's answers: %s", (_name, answers, means) => {
  expect(combineAnswers({ issuer }, answers)).toEqual(means);
});

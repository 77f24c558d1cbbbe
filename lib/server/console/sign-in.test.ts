import type { Account, NextAuthOptions, Profile } from "next-auth";
import { describe, expect, test } from "vitest";
import { jwtAuth } from "@/lib/config/schema";
import { GatewayError } from "@/lib/errors";
import type { ConsoleGateway, ConsoleSettings } from "./port";
import type { Claims } from "@/lib/auth/decision";
import { masterKeyFingerprint } from "./session";
import { signInOptions } from "./sign-in";

const NOW = Date.parse("2026-01-01T00:00:00Z");
const UNTIL = NOW + 8 * 60 * 60 * 1000;
const SETTINGS: ConsoleSettings = {
  masterKeyLogin: true,
  masterKeyFingerprint: masterKeyFingerprint("sk-master"),
  acceptsJwts: true,
  hasProvider: true,
  jwtAuth: jwtAuth.parse({ admin_jwt_scope: "gateway_proxy_admin" }),
};

/** A gateway that accepts these JWTs and no other. */
function gateway(accepted: Record<string, Claims> = {}): ConsoleGateway {
  return {
    sessionSecret: "secret",
    environment: {
      oidc: { issuer: "https://id.example/", clientId: "console", clientSecret: undefined },
    },
    log: { info() {}, warn() {}, error() {} },
    settings: () => Promise.resolve(SETTINGS),
    async verify(token) {
      const claims = accepted[token];
      if (!claims) throw new GatewayError("invalid_audience", "The token is meant for somebody else.");
      return claims;
    },
    decide: () => Promise.reject(new Error("not asked at sign-in")),
  };
}

/** Runs the callbacks in next-auth's order; answers whether it was let in, and the session it got. */
async function signIn(
  options: NextAuthOptions,
  account: Partial<Account>,
  profile?: Profile,
): Promise<{ result: unknown; session: unknown }> {
  const given = {
    user: { id: "u" },
    account: { provider: "oidc", type: "oauth", providerAccountId: "u", ...account } as Account,
    profile,
  };
  const result = await options.callbacks?.signIn?.(given);
  const token = await options.callbacks?.jwt?.({ ...given, token: {} });
  return { result, session: token?.session };
}

test("the provider is offered only while JWTs are accepted", () => {
  const offered = (acceptsJwts: boolean) =>
    signInOptions(gateway(), { ...SETTINGS, acceptsJwts }, () => NOW).providers.map(({ id }) => id);
  expect(offered(true)).toContain("oidc");
  expect(offered(false)).not.toContain("oidc");
});

describe("a sign-in through the provider", () => {
  const profile: Profile = { sub: "u1", email: "ada@example.com", iss: "https://id.example" } as Profile;

  test("a sign-in keeps the access token's claims if the gateway would accept the token, with the person's name from the ID token", async () => {
    const claims = { sub: "u1", iss: "https://id.example", scope: "gateway_proxy_admin" };
    const { session } = await signIn(
      signInOptions(gateway({ "a.b.c": claims }), SETTINGS, () => NOW),
      { access_token: "a.b.c" },
      profile,
    );
    expect(session).toEqual({
      kind: "oidc",
      claims: { email: "ada@example.com", ...claims },
      issuer: "https://id.example",
      until: UNTIL,
    });
  });

  test.each([
    ["is opaque", "opaque"],
    ["is a JWT for somebody else", "x.y.z"],
  ])("a sign-in keeps the ID token's claims and the granted scopes if the access token %s", async (_, access_token) => {
    const { session } = await signIn(
      signInOptions(gateway(), SETTINGS, () => NOW),
      { access_token, scope: "openid gateway_proxy_admin" },
      profile,
    );
    expect(session).toMatchObject({
      claims: { sub: "u1", email: "ada@example.com", scope: "openid gateway_proxy_admin" },
    });
  });

  test("a sign-in fails with TokenTooLarge if the claims do not fit into cookies", async () => {
    const large = { ...profile, scope: "s".repeat(6000) } as Profile;
    const { result, session } = await signIn(
      signInOptions(gateway(), SETTINGS, () => NOW),
      {},
      large,
    );
    expect(result).toBe("/console/sign-in?error=TokenTooLarge");
    expect(session).toBeUndefined();
  });
});

test("a sign-in with the master key keeps its fingerprint, never the key", async () => {
  const { result, session } = await signIn(
    signInOptions(gateway(), SETTINGS, () => NOW),
    { provider: "master-key" },
  );
  expect(result).toBe(true);
  expect(session).toEqual({ kind: "master-key", fingerprint: SETTINGS.masterKeyFingerprint, until: UNTIL });
  expect(JSON.stringify(session)).not.toContain("sk-master");
});

test("a session token that is read again stays the same", async () => {
  const token = { session: { kind: "oidc" } };
  expect(
    await signInOptions(gateway(), SETTINGS, () => NOW).callbacks?.jwt?.({ token, user: { id: "u" }, account: null }),
  ).toBe(token);
});

test("the sign-in offers the master key unless it is turned off", () => {
  const ids = (changed: Partial<ConsoleSettings>) =>
    signInOptions(gateway(), { ...SETTINGS, ...changed }, () => NOW).providers.map(
      (provider) => provider.options?.id ?? provider.id,
    );
  expect(ids({})).toEqual(["oidc", "master-key"]);
  expect(ids({ masterKeyLogin: false })).toEqual(["oidc"]);
});

test("the provider is asked for the administrator's scope, with PKCE, state and nonce", () => {
  expect(signInOptions(gateway(), SETTINGS, () => NOW).providers[0]).toMatchObject({
    wellKnown: "https://id.example/.well-known/openid-configuration",
    authorization: { params: { scope: "openid profile email gateway_proxy_admin" } },
    checks: ["pkce", "state", "nonce"],
    client: { token_endpoint_auth_method: "none" },
  });
});

import type { Account, NextAuthOptions, Profile } from "next-auth";
import { describe, expect, test } from "vitest";
import { jwtAuth } from "@/lib/config/schema";
import type { ConsoleGateway, ConsoleSettings } from "./port";
import { masterKeyFingerprint } from "./session";
import type { SignInProof } from "./prove-sign-in";
import { signInOptions, type SignInRequest } from "./sign-in";

const NOW = Date.parse("2026-01-01T00:00:00Z");
const UNTIL = NOW + 8 * 60 * 60 * 1000;
const SETTINGS: ConsoleSettings = {
  masterKeyLogin: true,
  masterKeyFingerprint: masterKeyFingerprint("sk-master"),
  acceptsJwts: true,
  hasProvider: true,
  jwtAuth: jwtAuth.parse({ admin_jwt_scope: "gateway_proxy_admin" }),
};

const log: unknown[] = [];

/** A gateway with this answer to a sign-in. */
function gateway(proof: SignInProof = PROVEN, scopes?: readonly string[]): ConsoleGateway {
  return {
    sessionSecret: "secret",
    environment: {
      oidc: { issuer: "https://id.example/", clientId: "console", clientSecret: undefined, scopes },
      nextAuthUrl: undefined,
    },
    hasSettledAddresses: true,
    log: { info() {}, warn: (...line) => void log.push(line), error() {} },
    settings: () => Promise.resolve(SETTINGS),
    proveSignIn: () => Promise.resolve(proof),
    judgeMasterKey: async (key) => (key === "sk-master" ? "accepted" : key === "sk-slow" ? "slowed" : "refused"),
    decide: () => Promise.reject(new Error("not asked at sign-in")),
  };
}
const PROVEN: SignInProof = {
  kind: "accepted",
  claims: { sub: "u1", iss: "https://id.example" },
  accessTokenUnused: undefined,
};

function asked(): SignInRequest {
  return { isSecure: false, caller: "203.0.113.9", now: () => NOW };
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
    signInOptions(gateway(), { ...SETTINGS, acceptsJwts }, asked()).providers.map(({ id }) => id);
  expect(offered(true)).toContain("oidc");
  expect(offered(false)).not.toContain("oidc");
});

describe("a sign-in through the provider", () => {
  const profile: Profile = { sub: "u1" };

  test("a sign-in keeps the proven claims, and the ID token for signing out", async () => {
    const request = asked();
    const { result, session } = await signIn(
      signInOptions(gateway(), SETTINGS, request),
      { access_token: "a.b.c", id_token: "i.d.t" },
      profile,
    );
    expect(result).toBe(true);
    expect(session).toEqual({ kind: "oidc", claims: PROVEN.claims, issuer: "https://id.example", until: UNTIL });
    expect(request).toMatchObject({ idToken: "i.d.t" });
    expect(request.failure).toBeUndefined();
  });

  test("a session knows why the access token does not count", async () => {
    const unused = { ...PROVEN, accessTokenUnused: "The token is meant for somebody else." };
    const { session } = await signIn(signInOptions(gateway(unused), SETTINGS, asked()), {}, profile);
    expect(session).toMatchObject({ accessTokenUnused: "The token is meant for somebody else." });
  });

  test("a sign-in that custom_validate refuses fails, and only the log says what it threw", async () => {
    const request = asked();
    const { result, session } = await signIn(
      signInOptions(
        gateway({
          kind: "refused",
          code: "custom_validation_failed",
          message: "Invalid JWT token",
          detail: "It threw: no",
        }),
        SETTINGS,
        request,
      ),
      {},
      profile,
    );
    expect(result).toBe(false);
    expect(session).toBeUndefined();
    expect(request.failure).toMatchObject({ fault: "TokenRefused", words: expect.stringContaining("custom_validate") });
    expect(JSON.stringify(request.failure)).not.toContain("It threw");
    expect(log.at(-1)).toEqual([
      "console.sign_in_refused",
      { code: "custom_validation_failed", message: "Invalid JWT token", detail: "It threw: no" },
    ]);
  });

  test("a sign-in fails with TokenTooLarge if the claims do not fit into cookies", async () => {
    const request = asked();
    const large = { ...PROVEN, claims: { ...PROVEN.claims, scope: "s".repeat(6000) } };
    const { result, session } = await signIn(signInOptions(gateway(large), SETTINGS, request), {}, profile);
    expect(result).toBe(false);
    expect(request.failure).toEqual({ fault: "TokenTooLarge", words: undefined });
    expect(session).toBeUndefined();
  });
});

test("a sign-in with the master key keeps its fingerprint, never the key", async () => {
  const { result, session } = await signIn(signInOptions(gateway(), SETTINGS, asked()), { provider: "master-key" });
  expect(result).toBe(true);
  expect(session).toEqual({ kind: "master-key", fingerprint: SETTINGS.masterKeyFingerprint, until: UNTIL });
  expect(JSON.stringify(session)).not.toContain("sk-master");
});

test("a session token that is read again stays the same", async () => {
  const token = { session: { kind: "oidc" } };
  expect(
    await signInOptions(gateway(), SETTINGS, asked()).callbacks?.jwt?.({ token, user: { id: "u" }, account: null }),
  ).toBe(token);
});

test("the sign-in offers the master key unless it is turned off", () => {
  const ids = (changed: Partial<ConsoleSettings>) =>
    signInOptions(gateway(), { ...SETTINGS, ...changed }, asked()).providers.map(
      (provider) => provider.options?.id ?? provider.id,
    );
  expect(ids({})).toEqual(["oidc", "master-key"]);
  expect(ids({ masterKeyLogin: false })).toEqual(["oidc"]);
});

test("the provider is asked for the administrator's scope, with PKCE, state and nonce", () => {
  expect(signInOptions(gateway(), SETTINGS, asked()).providers[0]).toMatchObject({
    wellKnown: "https://id.example/.well-known/openid-configuration",
    authorization: { params: { scope: "openid profile email gateway_proxy_admin" } },
    checks: ["pkce", "state", "nonce"],
    client: { token_endpoint_auth_method: "none" },
  });
});

test("OIDC_SCOPES says what the provider is asked for, and nothing is added to it", () => {
  expect(signInOptions(gateway(PROVEN, ["openid", "gateway"]), SETTINGS, asked()).providers[0]).toMatchObject({
    authorization: { params: { scope: "openid gateway" } },
  });
});

test("a typed master key is judged by the gateway, which may be slow with it", async () => {
  const [provider] = signInOptions(gateway(), SETTINGS, asked()).providers.slice(-1);
  const authorize = (key: string): unknown => provider?.options?.authorize?.({ key }, {});
  expect(await authorize("sk-master")).toEqual({ id: "master-key" });
  expect(await authorize("sk-wrong")).toBeNull();
  await expect(authorize("sk-slow")).rejects.toThrow(/^TooManyAttempts$/);
});

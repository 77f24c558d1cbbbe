import type { Account, NextAuthOptions, Profile } from "next-auth";
import { describe, expect, test } from "vitest";
import { jwtAuth } from "@/lib/config/schema";
import type { ConsoleGateway, ConsoleSettings } from "../port";
import type { LoginProvider } from "../login-providers";
import type { SessionBegun, SignIn } from "../sessions/begin-session";
import { signInOptions, type SignInRequest } from "./sign-in";

const NOW = Date.parse("2026-01-01T00:00:00Z");
const SETTINGS: ConsoleSettings = {
  look: { colour: "grey", links: [] },
  masterKeyLogin: true,
  proxies: {},
  logins: [login()],
  sessionSeconds: 28_800,
  hasProvider: true,
  jwtAuth: jwtAuth.parse({ admin_jwt_scope: "gateway_proxy_admin" }),
};

function login(changed: Partial<LoginProvider> = {}): LoginProvider {
  return {
    id: "oidc",
    label: "OpenID Connect",
    issuer: "https://id.example/",
    clientId: "console",
    clientSecret: undefined,
    scopes: undefined,
    ...changed,
  };
}

const log: unknown[] = [];
const begun: SignIn[] = [];

/** A gateway with this answer to a sign-in. */
function gateway(answer: SessionBegun = BEGUN): ConsoleGateway {
  return {
    sessionSecrets: ["secret", "previous"],
    environment: { nextAuthUrl: undefined, basePath: "" },
    hasSettledAddresses: true,
    log: { info() {}, warn: (...line) => void log.push(line), error() {} },
    settings: () => Promise.resolve(SETTINGS),
    async beginSession(signIn) {
      begun.push(signIn);
      return answer;
    },
    openSession: () => Promise.reject(new Error("not asked at sign-in")),
    signOut: async (secret) => ({ login: "oidc", idToken: `the ID token of ${secret}` }),
    logOut: () => Promise.reject(new Error("not asked at sign-in")),
    judgeMasterKey: async (key) => (key === "sk-master" ? "accepted" : key === "sk-slow" ? "slowed" : "refused"),
    decide: () => Promise.reject(new Error("not asked at sign-in")),
    finishTrial: () => Promise.reject(new Error("not asked")),
    requestAccess: () => Promise.reject(new Error("not asked")),
  };
}
const BEGUN: SessionBegun = { kind: "begun", secret: "s1", accessTokenUnused: undefined };

function newRequest(): SignInRequest {
  return { isSecure: false, caller: "203.0.113.9", now: () => NOW };
}

/** Runs the callbacks in next-auth's order. Resolves to whether the person was let in, and to the session. */
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

test("every provider of the settings is offered, each under its own name", () => {
  const logins = [login(), login({ id: "partner", label: "Partner", scopes: ["openid"] })];
  const options = signInOptions(gateway(), { ...SETTINGS, logins, masterKeyLogin: false }, newRequest());
  expect(options.providers).toMatchObject([
    { id: "oidc", name: "OpenID Connect" },
    { id: "partner", name: "Partner", authorization: { params: { scope: "openid" } } },
  ]);
});

test("signing out ends the session, and keeps what the sign-out at the provider needs", async () => {
  const request = newRequest();
  const token = { session: { secret: "s1" } };
  await signInOptions(gateway(), SETTINGS, request).events?.signOut?.({ token, session: { expires: "" } });
  expect(request.ended).toEqual({ login: "oidc", idToken: "the ID token of s1" });
});

describe("a sign-in through the provider", () => {
  const profile: Profile = { sub: "u1" };

  test("a sign-in hands on what the provider gave, and the cookie holds only the session's secret", async () => {
    const request = newRequest();
    const { result, session } = await signIn(
      signInOptions(gateway(), SETTINGS, request),
      {
        access_token: "a.b.c",
        id_token: "i.d.t",
        refresh_token: "r",
        scope: "openid",
        expires_at: NOW / 1000 + 60,
      },
      profile,
    );
    expect(result).toBe(true);
    expect(session).toEqual({ secret: "s1" });
    expect(begun.at(-1)).toEqual({
      kind: "oidc",
      address: "203.0.113.9",
      login: "oidc",
      tokens: { accessToken: "a.b.c", grantedScope: "openid", idToken: { sub: "u1" } },
      refreshToken: "r",
      idToken: "i.d.t",
      expiresIn: 60,
    });
    expect(request).toMatchObject({ hasSignedIn: true });
    expect(request.failure).toBeUndefined();
  });

  test("a sign-in that custom_validate refuses fails, and only the log says what it threw", async () => {
    const request = newRequest();
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
    expect(request.failure).toMatchObject({
      fault: "TokenRefused",
      detail: expect.stringContaining("custom_validate"),
    });
    expect(JSON.stringify(request.failure)).not.toContain("It threw");
    expect(log.at(-1)).toEqual([
      "console.sign_in_refused",
      { code: "custom_validation_failed", message: "Invalid JWT token", detail: "It threw: no" },
    ]);
  });

  test("detail that a stranger sends to the callback is cut before it is logged", () => {
    const error = new Error("x".repeat(65_000));
    signInOptions(gateway(), SETTINGS, newRequest()).logger?.error?.("OAUTH_CALLBACK_HANDLER_ERROR", {
      error,
      error_description: "",
    });
    const [event, fields] = log.at(-1) as [string, { message: string }];
    expect(event).toBe("console.sign_in_failed");
    expect(fields.message).toBe(`${"x".repeat(300)}...`);
  });

  test("a sign-in fails with TokenTooLarge if the claims are too large", async () => {
    const request = newRequest();
    const { result, session } = await signIn(
      signInOptions(gateway({ kind: "too-large" }), SETTINGS, request),
      {},
      profile,
    );
    expect(result).toBe(false);
    expect(request.failure).toEqual({ fault: "TokenTooLarge", detail: undefined });
    expect(session).toBeUndefined();
  });
});

test.each([
  ["the master key", { provider: "master-key" }, "/console/sign-in?error=DatabaseAway"],
  ["a provider", {}, false],
])(
  "while the database is away, a sign-in with %s says so and not that somebody refused it",
  async (_, account, told) => {
    const request = newRequest();
    const { result, session } = await signIn(signInOptions(gateway({ kind: "away" }), SETTINGS, request), account);
    expect(result).toBe(told);
    expect(session).toBeUndefined();
    expect(request.failure).toEqual({ fault: "DatabaseAway", detail: undefined });
  },
);

test("a sign-in with the master key begins a session that needs no provider", async () => {
  const request = { ...newRequest(), masterKey: "fingerprint" };
  const { result, session } = await signIn(signInOptions(gateway(), SETTINGS, request), { provider: "master-key" });
  expect(result).toBe(true);
  expect(session).toEqual({ secret: "s1" });
  expect(begun.at(-1)).toEqual({ kind: "master-key", address: "203.0.113.9", fingerprint: "fingerprint" });
});

describe.each([
  ["", "https://gateway.example"],
  ["/llm", "https://gateway.example/llm"],
])("after a sign-in at the base path %j", (basePath, home) => {
  const baseUrl = "https://gateway.example";
  const { callbacks, pages } = signInOptions(
    { ...gateway(), environment: { nextAuthUrl: undefined, basePath } },
    SETTINGS,
    newRequest(),
  );

  test.each([
    ["/console/teams?by=name", `${home}/console/teams?by=name`],
    [`${home}/console/teams`, `${home}/console/teams`],
    [baseUrl, home],
    ["https://evil.example/console", home],
    ["https://gateway.example.evil.example/console", home],
    ["//evil.example", `${home}//evil.example`],
    ["javascript:alert(1)", home],
  ])("%s leads to %s", async (url, target) => {
    expect(await callbacks?.redirect?.({ url, baseUrl })).toBe(target);
  });

  test("next-auth's own redirections lead to the sign-in page", () => {
    expect(pages).toMatchObject({ signIn: `${basePath}/console/sign-in`, error: `${basePath}/console/sign-in` });
  });
});

test("a session token that is read again stays the same", async () => {
  const token = { session: { kind: "oidc" } };
  expect(
    await signInOptions(gateway(), SETTINGS, newRequest()).callbacks?.jwt?.({
      token,
      user: { id: "u" },
      account: null,
    }),
  ).toBe(token);
});

test("the sign-in offers the master key unless it is turned off", () => {
  const ids = (changed: Partial<ConsoleSettings>) =>
    signInOptions(gateway(), { ...SETTINGS, ...changed }, newRequest()).providers.map(
      (provider) => provider.options?.id ?? provider.id,
    );
  expect(ids({})).toEqual(["oidc", "master-key"]);
  expect(ids({ masterKeyLogin: false })).toEqual(["oidc"]);
});

test("the provider is asked for the administrator's scope, with PKCE, state and nonce", () => {
  expect(signInOptions(gateway(), SETTINGS, newRequest()).providers[0]).toMatchObject({
    wellKnown: "https://id.example/.well-known/openid-configuration",
    authorization: { params: { scope: "openid profile email gateway_proxy_admin" } },
    checks: ["pkce", "state", "nonce"],
    client: { token_endpoint_auth_method: "none" },
  });
});

test("OIDC_SCOPES says what the provider is asked for, and nothing is added to it", () => {
  expect(
    signInOptions(gateway(), { ...SETTINGS, logins: [login({ scopes: ["openid", "gateway"] })] }, newRequest())
      .providers[0],
  ).toMatchObject({
    authorization: { params: { scope: "openid gateway" } },
  });
});

test("a typed master key is judged by the gateway, which may slow the caller down", async () => {
  const [provider] = signInOptions(gateway(), SETTINGS, newRequest()).providers.slice(-1);
  const authorize = (key: string): unknown => provider?.options?.authorize?.({ key }, {});
  expect(await authorize("sk-master")).toEqual({ id: "master-key" });
  expect(await authorize("sk-wrong")).toBeNull();
  await expect(authorize("sk-slow")).rejects.toThrow(/^TooManyAttempts$/);
});

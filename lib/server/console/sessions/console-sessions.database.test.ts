import { decodeJwt } from "jose";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type LocalProvider, startProvider } from "@/local/provider/provider";
import type { SessionFacts } from "@/lib/auth/session/session-state";
import { masterKeyFingerprint } from "../session";
import type { SignIn } from "./begin-session";
import type { ConsoleSessions } from "./console-sessions";
import { startTestDatabase, type TestDatabase } from "@/testing/database/test-database";
import { composeTestServices, MASTER_KEY } from "@/testing/gateway/test-services";
import { signInAtProvider } from "@/testing/auth/sign-in-at-provider";

type Node = Awaited<ReturnType<typeof composeTestServices>>;
const MINUTE = 60_000;

let database: TestDatabase;
let provider: LocalProvider;
let nodes: [Node, Node];
/** By how much the clock of the nodes is ahead. The provider keeps its own. */
let aheadMs = 0;
const events: unknown[] = [];
/** How often the token endpoint was asked. */
let refreshes = 0;
/** How often a refresh token was revoked. */
let revocations = 0;
let isAway = false;
const now = (): number => Date.now() + aheadMs;

beforeAll(async () => {
  [database, provider] = await Promise.all([
    startTestDatabase(),
    startProvider({ consoleRedirectUris: ["http://127.0.0.1:9/api/auth/callback/oidc"] }),
  ]);
  provider.intercept = (request, response) => {
    if (isAway && (request.url === "/token" || request.url?.startsWith("/.well-known"))) {
      response.destroy();
      return true;
    }
    if (request.url === "/token") refreshes++;
    if (request.url === "/token/revocation") revocations++;
    return false;
  };
  const log = { info: (...line: unknown[]) => void events.push(line), warn() {}, error() {} };
  const node = () =>
    composeTestServices(
      {
        databaseUrl: database.url,
        config: {
          general_settings: {
            enable_jwt_auth: true,
            gateway_jwtauth: { admin_jwt_scope: "gateway_proxy_admin", roles_jwt_field: "roles" },
          },
        },
        variables: {
          JWT_PUBLIC_KEY_URL: provider.jwksUrl,
          JWT_AUDIENCE: provider.audience,
          OIDC_ISSUER: provider.issuer,
          OIDC_CLIENT_ID: provider.consoleClient.clientId,
          OIDC_CLIENT_SECRET: provider.consoleClient.clientSecret,
        },
        log,
      },
      { now },
    );
  nodes = [await node(), await node()];
});
afterAll(async () => {
  await Promise.all(nodes.map((node) => node.close()));
  await Promise.all([provider.stop(), database.stop()]);
});
beforeEach(() => {
  aheadMs = 0;
  refreshes = 0;
  revocations = 0;
  isAway = false;
  events.length = 0;
});

/** Signs somebody in on the first node; the secret of the session. */
async function begin(username = "admin", changed: Partial<Extract<SignIn, { kind: "oidc" }>> = {}): Promise<string> {
  const tokens = await signInAtProvider(provider, username);
  const begun = await nodes[0].sessions.begin({
    kind: "oidc",
    address: "203.0.113.9",
    login: "oidc",
    tokens: { accessToken: tokens.accessToken, grantedScope: tokens.scope, idToken: decodeJwt(tokens.idToken) },
    refreshToken: tokens.refreshToken,
    idToken: tokens.idToken,
    expiresIn: tokens.expiresIn,
    ...changed,
  });
  refreshes = 0;
  if (begun.kind !== "begun") throw new Error(`no session: ${JSON.stringify(begun)}`);
  return begun.secret;
}
const open = (secret: string, node: 0 | 1 = 0): ReturnType<ConsoleSessions["open"]> =>
  nodes[node].sessions.open(secret);

/** The reason with which the session ended; undefined while it goes on. */
async function endOf(secret: string): Promise<SessionFacts["endReason"]> {
  const isOpen = (await open(secret, 1)) !== undefined;
  const rows = await nodes[0].services.database.prisma.consoleSession.findMany({ orderBy: { createdAt: "desc" } });
  expect(isOpen).toBe(rows[0]?.endedAt === null);
  return (rows[0]?.endReason ?? null) as SessionFacts["endReason"];
}
const claimsOf = async (secret: string, node?: 0 | 1): Promise<Record<string, unknown> | undefined> => {
  const token = (await open(secret, node))?.token;
  return token?.kind === "jwt" ? token.claims : undefined;
};

describe("a session that a provider stands behind", () => {
  test("a session is known on every node, and its row has no secret in plain text", async () => {
    const secret = await begin();
    for (const node of [0, 1] as const)
      expect(await claimsOf(secret, node)).toMatchObject({ sub: "user-ada", scope: "gateway_proxy_admin" });
    const rows = JSON.stringify(await nodes[0].services.database.prisma.consoleSession.findMany());
    expect(rows).not.toContain(secret);
    expect(rows).toMatch(/"refreshToken":"v1\./);
  });

  test("whoever ends a session here, its refresh token is revoked at the provider", async () => {
    await nodes[1].sessions.signOut(await begin());
    await expect.poll(() => revocations).toBe(1);
    const secret = await begin();
    const id = (await open(secret))?.id ?? "";
    expect(await nodes[1].services.endSessions([id, "unknown"], "ada")).toMatchObject({ ended: [id] });
    await expect.poll(() => revocations).toBe(2);
    // What is over has no token any more.
    await nodes[1].services.endSessions([id], "ada");
    await nodes[1].sessions.signOut(secret);
    expect(revocations).toBe(2);
  });

  test("after five minutes the provider is asked, and what it says replaces the old claims", async () => {
    const account = await provider.addAccount({ username: "rob", claims: { roles: ["admin"] } });
    const secret = await begin("rob");
    expect(await claimsOf(secret)).toMatchObject({ roles: ["admin"] });
    Object.assign(account.claims, { roles: ["reader"] });
    aheadMs = 4 * MINUTE;
    expect(await claimsOf(secret)).toMatchObject({ roles: ["admin"] });
    expect(refreshes).toBe(0);
    aheadMs = 5 * MINUTE;
    expect(await claimsOf(secret)).toMatchObject({ roles: ["reader"] });
    expect(await claimsOf(secret, 1)).toMatchObject({ roles: ["reader"] });
    expect(refreshes).toBe(1);
  });

  test("two nodes that refresh at the same time ask the provider once, again and again, although its tokens rotate", async () => {
    const secret = await begin();
    for (const minutes of [6, 12, 18]) {
      aheadMs = minutes * MINUTE;
      refreshes = 0;
      const asked = [0, 1, 0, 1, 0, 1].map((node) => claimsOf(secret, node === 0 ? 0 : 1));
      for (const claims of await Promise.all(asked)) expect(claims).toMatchObject({ sub: "user-ada" });
      expect(refreshes).toBe(1);
    }
  });

  test("a refresh token that somebody else has used ends the session, because the provider revokes it", async () => {
    const tokens = await signInAtProvider(provider, "admin");
    const secret = await begin("admin", { refreshToken: tokens.refreshToken, idToken: tokens.idToken });
    await provider.refresh(tokens.refreshToken ?? "");
    aheadMs = 6 * MINUTE;
    expect(await endOf(secret)).toBe("provider_refused");
    expect(events).toContainEqual([
      "console.session_ended",
      expect.objectContaining({ reason: "provider_refused", detail: expect.stringContaining("invalid_grant") }),
    ]);
  });

  test("a person who is disabled at the provider is out at the next refresh", async () => {
    const account = await provider.addAccount({ username: "leaver" });
    const secret = await begin("leaver");
    await provider.removeAccount(account);
    expect(await claimsOf(secret)).toBeDefined();
    aheadMs = 5 * MINUTE;
    expect(await open(secret)).toBeUndefined();
    expect(await endOf(secret)).toBe("provider_refused");
  });

  test("while the provider cannot be reached the session goes on for session_stale_ttl, and no longer", async () => {
    const secret = await begin();
    isAway = true;
    aheadMs = 6 * MINUTE;
    expect(await claimsOf(secret)).toBeDefined();
    aheadMs = 10 * MINUTE;
    expect(await claimsOf(secret, 1)).toBeDefined();
    aheadMs = 11 * MINUTE;
    expect(await endOf(secret)).toBe("provider_unreachable");
  });

  test("a provider that answers again in time vouches for the session again", async () => {
    const secret = await begin();
    isAway = true;
    aheadMs = 6 * MINUTE;
    expect(await claimsOf(secret)).toBeDefined();
    isAway = false;
    aheadMs = 7 * MINUTE;
    expect(await claimsOf(secret)).toBeDefined();
    expect(refreshes).toBe(1);
    aheadMs = 11.5 * MINUTE;
    isAway = true;
    expect(await claimsOf(secret)).toBeDefined();
    expect(await endOf(secret)).toBeNull();
  });

  test("without a refresh token a session ends with the token that it stands on", async () => {
    const secret = await begin("admin", { refreshToken: undefined });
    aheadMs = 59 * MINUTE;
    expect(await claimsOf(secret)).toBeDefined();
    expect(refreshes).toBe(0);
    aheadMs = 61 * MINUTE;
    expect(await endOf(secret)).toBe("token_ended");
  });

  test("signing out ends the session on every node, and answers the ID token for the provider", async () => {
    const secret = await begin();
    expect(await claimsOf(secret, 1)).toBeDefined();
    const { login, idToken } = await nodes[0].sessions.signOut(secret);
    expect(login).toBe("oidc");
    expect(decodeJwt(idToken ?? "")).toMatchObject({ sub: "user-ada" });
    await expect.poll(() => open(secret, 1)).toBeUndefined();
    const [row] = await nodes[0].services.database.prisma.consoleSession.findMany({ orderBy: { createdAt: "desc" } });
    expect(row).toMatchObject({ endReason: "signed_out", refreshToken: null, idToken: null });
  });
});

describe("a session of the master key", () => {
  test("a session of the master key is a row that needs no provider", async () => {
    const fingerprint = masterKeyFingerprint(MASTER_KEY);
    const begun = await nodes[0].sessions.begin({ kind: "master-key", address: undefined, fingerprint });
    if (begun.kind !== "begun") throw new Error("no session");
    isAway = true;
    aheadMs = 7 * 60 * MINUTE;
    expect((await open(begun.secret, 1))?.token).toEqual({ kind: "master-key", via: "session" });
    aheadMs = 8 * 60 * MINUTE;
    expect(await endOf(begun.secret)).toBe("expired");
  });

  test("a key that is not accepted begins no session", async () => {
    const fingerprint = masterKeyFingerprint("sk-another");
    await expect(nodes[0].sessions.begin({ kind: "master-key", address: undefined, fingerprint })).rejects.toThrow(
      "the master key must not sign in",
    );
  });
});

describe("back-channel logout", () => {
  const EVENT = { "http://schemas.openid.net/event/backchannel-logout": {} };
  const logoutToken = (claims: Record<string, unknown>): Promise<string> =>
    provider.issueToken(
      { aud: provider.consoleClient.clientId, jti: crypto.randomUUID(), events: EVENT, ...claims },
      { expiresIn: 120, header: { typ: "logout+jwt" } },
    );

  test("a logout token ends every session of its subject on every node, and is used once", async () => {
    const [first, second] = [await begin("sam"), await begin("sam")];
    const other = await begin("admin");
    const token = await logoutToken({ sub: "user-sam" });
    expect(await nodes[1].sessions.logOut(token)).toEqual({ kind: "ended", sessions: 2 });
    for (const secret of [first, second]) await expect.poll(() => open(secret)).toBeUndefined();
    expect(await open(other)).toBeDefined();
    expect(await nodes[0].sessions.logOut(token)).toMatchObject({ kind: "refused" });
  });

  test("a logout token that reaches two nodes at once is used by one of them", async () => {
    const secret = await begin("sam");
    const token = await logoutToken({ sub: "user-sam" });
    const verdicts = await Promise.all([0, 1, 0, 1].map((node) => nodes[node === 0 ? 0 : 1].sessions.logOut(token)));
    const kinds = verdicts.map(({ kind }) => kind);
    expect(kinds.toSorted()).toEqual(["ended", "refused", "refused", "refused"]);
    await expect.poll(() => open(secret)).toBeUndefined();
  });

  test("a logout token with a sid ends that session alone", async () => {
    const tokens = await signInAtProvider(provider, "admin");
    const idToken = { ...decodeJwt(tokens.idToken), sid: "s-1" };
    const named = await begin("admin", {
      tokens: { accessToken: tokens.accessToken, grantedScope: tokens.scope, idToken },
    });
    const other = await begin("admin");
    expect(await nodes[0].sessions.logOut(await logoutToken({ sid: "s-1" }))).toEqual({ kind: "ended", sessions: 1 });
    expect(await open(named)).toBeUndefined();
    expect(await open(other)).toBeDefined();
  });

  test.each<[string, Record<string, unknown>]>([
    ["for another audience", { sub: "user-ada", aud: "another-client" }],
    ["with a nonce", { sub: "user-ada", nonce: "n" }],
    ["without the event", { sub: "user-ada", events: {} }],
    ["that names nobody", {}],
    ["that is old", { sub: "user-ada", iat: Math.floor(Date.now() / 1000) - 3_600 }],
    ["of another issuer", { sub: "user-ada", iss: "https://other.example" }],
  ])("a logout token %s ends nothing", async (_what, claims) => {
    const secret = await begin();
    expect(await nodes[0].sessions.logOut(await logoutToken(claims))).toMatchObject({ kind: "refused" });
    expect(await open(secret)).toBeDefined();
  });
});

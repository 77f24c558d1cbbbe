import { encode } from "next-auth/jwt";
import { describe, expect, test } from "vitest";
import { jwtAuth } from "@/lib/config/schema";
import { keepClaims, readSessionCookie } from "./session-cookie";
import { type AcceptedSessions, isMasterKey, masterKeyFingerprint, openConsoleSession, sessionToken } from "./session";
import type { VerifiedToken } from "@/lib/auth/decision";

const secret = "a secret of the console, long enough";
const fingerprint = masterKeyFingerprint("sk-master");
const accepted = { masterKey: fingerprint, jwts: true };
const now = Date.now();
const until = now + 60_000;

async function cookie(session: unknown, name = "next-auth.session-token", under = secret): Promise<{ cookie: string }> {
  return { cookie: `other=1; ${name}=${await encode({ token: { session }, secret: under })}` };
}

async function readConsoleSession(
  headers: { cookie: string },
  accepts: AcceptedSessions = accepted,
  isSecure = false,
): Promise<VerifiedToken | undefined> {
  return sessionToken(await openConsoleSession({ headers, isSecure, secret, now }), accepts);
}

describe("a console session", () => {
  const claims = { sub: "u1", scope: "openid gateway_proxy_admin" };

  test("a session from a provider proves its claims", async () => {
    const headers = await cookie({ kind: "oidc", claims, issuer: "https://id.example", until });
    expect(await readConsoleSession(headers)).toEqual({
      kind: "jwt",
      via: "session",
      claims,
      issuer: "https://id.example",
    });
  });

  test("a session from a provider ends when JWTs are no longer accepted", async () => {
    const headers = await cookie({ kind: "oidc", claims, issuer: "https://id.example", until });
    expect(await readConsoleSession(headers, { ...accepted, jwts: false })).toBeUndefined();
  });

  test("a session of the master key is valid while JWTs are not accepted", async () => {
    const headers = await cookie({ kind: "master-key", fingerprint, until });
    expect(await readConsoleSession(headers, { ...accepted, jwts: false })).toMatchObject({ kind: "master-key" });
  });

  test.each([
    ["over TLS only from the cookie that is the host's own", "__Host-next-auth.session-token", true, true],
    ["over TLS not from the cookie without a prefix", "next-auth.session-token", true, false],
    [
      "over TLS not from the cookie that another host of the domain can set",
      "__Secure-next-auth.session-token",
      true,
      false,
    ],
    ["without TLS not from the cookie that needs it", "__Host-next-auth.session-token", false, false],
  ])("a session is read %s", async (_what, name, isSecure, isRead) => {
    const headers = await cookie({ kind: "oidc", claims, until }, name);
    expect((await readConsoleSession(headers, accepted, isSecure)) !== undefined).toBe(isRead);
  });

  test("a session is put together from chunks", async () => {
    const token = await encode({ token: { session: { kind: "oidc", claims, until } }, secret });
    const header = `next-auth.session-token.1=${token.slice(100)}; next-auth.session-token.0=${token.slice(0, 100)}`;
    expect(await readConsoleSession({ cookie: header })).toMatchObject({ kind: "jwt" });
  });

  test("a session of the master key is valid while the key is the same", async () => {
    const headers = await cookie({ kind: "master-key", fingerprint, until });
    expect(await readConsoleSession(headers)).toEqual({ kind: "master-key", via: "session" });
    for (const masterKey of [masterKeyFingerprint("sk-next"), undefined])
      expect(await readConsoleSession(headers, { ...accepted, masterKey })).toBeUndefined();
  });

  test.each([
    ["encrypted with another secret", { kind: "oidc", claims, until }, "another secret"],
    ["past its end", { kind: "oidc", claims, until: now - 1 }, secret],
    ["without an end", { kind: "oidc", claims }, secret],
    ["of an unknown kind", { kind: "root", until }, secret],
    ["with claims that are a list", { kind: "oidc", claims: ["admin"], until }, secret],
  ])("a session %s is refused", async (_, session, under) => {
    expect(await readConsoleSession(await cookie(session, undefined, under))).toBeUndefined();
  });

  test.each(["", "next-auth.session-token=", "next-auth.session-token=garbage", "next-auth.session-token.1=x"])(
    "the cookie header %j holds no session",
    async (header) => expect(await readConsoleSession({ cookie: header })).toBeUndefined(),
  );
});

test("a session cookie without its first chunk is not a token", () => {
  expect(readSessionCookie("next-auth.session-token.1=b", false)).toBeUndefined();
});

test("only the exact key is the master key", () => {
  expect(isMasterKey("sk-master", fingerprint)).toBe(true);
  expect(isMasterKey("sk-master ", fingerprint)).toBe(false);
  expect(isMasterKey("", fingerprint)).toBe(false);
});

describe("the claims a session keeps", () => {
  const settings = jwtAuth.parse({ roles_jwt_field: "realm.roles", user_id_jwt_field: "https://x\\.example/uid" });

  test("a session keeps all claims while they are few", () => {
    expect(keepClaims({ sub: "u", anything: [1] }, settings)).toEqual({ sub: "u", anything: [1] });
  });

  test("a session keeps the standard claims and those that the settings name when there are many", () => {
    const claims = { sub: "u", realm: { roles: ["a"] }, "https://x.example/uid": "7", photo: "x".repeat(6000) };
    expect(keepClaims(claims, settings)).toEqual({ sub: "u", realm: { roles: ["a"] }, "https://x.example/uid": "7" });
  });

  test("a session is not made when even the claims that the settings name are too large", () => {
    expect(keepClaims({ sub: "u", realm: { roles: ["r".repeat(6000)] } }, settings)).toBeUndefined();
  });
});

import { encode } from "next-auth/jwt";
import { expect, test } from "vitest";
import { readSessionCookie } from "./session-cookie";
import { isMasterKey, masterKeyFingerprint, sessionSecretOf } from "./session";

const secret = "a secret of the console, long enough";
const PREVIOUS = "the secret of the console before";
const SESSION = { secret: "the secret of the row" };

async function cookie(session: unknown, name = "next-auth.session-token", under = secret): Promise<{ cookie: string }> {
  return { cookie: `other=1; ${name}=${await encode({ token: { session }, secret: under })}` };
}
const read = (headers: { cookie: string }, isSecure = false, basePath = "") =>
  sessionSecretOf({ headers, scope: { isSecure, basePath }, secrets: [secret, PREVIOUS] });

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
  ["without TLS from the plain cookie", "next-auth.session-token", false, true],
])("a session is read %s", async (_what, name, isSecure, isRead) => {
  expect(await read(await cookie(SESSION, name), isSecure)).toBe(isRead ? SESSION.secret : undefined);
});

test.each([
  ["over TLS, from the cookie that only TLS can set", "__Secure-next-auth.session-token", true, true],
  ["over TLS, not from the cookie of a gateway at the root of the host", "__Host-next-auth.session-token", true, false],
  ["over TLS, not from the plain cookie", "next-auth.session-token", true, false],
  ["without TLS, from the plain cookie", "next-auth.session-token", false, true],
])("below a base path, a session is read %s", async (_what, name, isSecure, isRead) => {
  expect(await read(await cookie(SESSION, name), isSecure, "/llm")).toBe(isRead ? SESSION.secret : undefined);
});

test("a session's cookie that was written under a previous secret is read", async () => {
  expect(await read(await cookie(SESSION, undefined, PREVIOUS))).toBe(SESSION.secret);
});

test("a session's cookie is put together from chunks", async () => {
  const token = await encode({ token: { session: SESSION }, secret });
  const header = `next-auth.session-token.1=${token.slice(100)}; next-auth.session-token.0=${token.slice(0, 100)}`;
  expect(await read({ cookie: header })).toBe(SESSION.secret);
});

test.each([
  ["encrypted with another secret", SESSION, "another secret"],
  ["of an earlier version, which held the session itself", { kind: "oidc", claims: { sub: "u" }, until: 1e15 }, secret],
  ["without a secret", {}, secret],
  ["with an empty secret", { secret: "" }, secret],
  ["with a secret that is a list", { secret: ["s"] }, secret],
])("a session cookie %s names no session", async (_, session, under) => {
  expect(await read(await cookie(session, undefined, under))).toBeUndefined();
});

test.each(["", "next-auth.session-token=", "next-auth.session-token=garbage", "next-auth.session-token.1=x"])(
  "the cookie header %j holds no session",
  async (header) => expect(await read({ cookie: header })).toBeUndefined(),
);

test("a session cookie without its first chunk is not a token", () => {
  expect(readSessionCookie("next-auth.session-token.1=b", { isSecure: false, basePath: "" })).toBeUndefined();
});

test("only the exact text of an accepted key is a master key", () => {
  const fingerprints = ["sk-other", "sk-master"].map(masterKeyFingerprint);
  expect(isMasterKey("sk-master", fingerprints)).toBe(true);
  expect(isMasterKey("sk-master ", fingerprints)).toBe(false);
  expect(isMasterKey("", fingerprints)).toBe(false);
  expect(isMasterKey("sk-master", [])).toBe(false);
});

import { afterAll, beforeAll, expect, test } from "vitest";
import type { ConnectionCredential } from "@/lib/mcp/connections/credential";
import { readConnection } from "@/lib/store/settings/tool-connections";
import { returnFromProvider } from "@/testing/auth/sign-in-at-provider";
import { LOGIN_VARIABLES, sessionCookie } from "@/testing/gateway/console-session";
import { startConnectingNodes, type ConnectingNodes } from "@/testing/tools/connecting-nodes";

const ADA = { userId: "ada", server: "tickets" };
const warnings: Record<string, unknown>[] = [];
let started: ConnectingNodes;
let session: { readonly cookie: string };

beforeAll(async () => {
  const warn = (event: string, fields?: object) => warnings.push({ event, ...fields });
  started = await startConnectingNodes("http://127.0.0.1:9", { info() {}, warn, error() {} });
  const claims = { iss: LOGIN_VARIABLES.OIDC_ISSUER, aud: "model-gateway", sub: "ada" };
  session = await sessionCookie(started.nodes[0].services, claims);
});
afterAll(() => started?.stop());

async function post(path: string, body: object, proof: object = session): Promise<Record<string, unknown>> {
  const answer = await started.nodes[0].send(path, {
    method: "POST",
    headers: { "content-type": "application/json", "x-gateway-console": "1", ...proof },
    body: JSON.stringify(body),
  });
  expect(answer.status).toBe(200);
  return (await answer.json()) as Record<string, unknown>;
}
const end = () => post("/connection/end", { server_id: "tickets" });
function kept(server = "tickets") {
  const { database, secrets } = started.nodes[1].services;
  return readConnection(database, secrets, { ...ADA, server });
}
const byMaster = () => ({ authorization: `Bearer ${started.nodes[0].masterKey}` });
async function connect(server = "tickets"): Promise<ConnectionCredential> {
  const { url } = await post("/connection/begin", { server_id: server });
  const returned = await returnFromProvider(started.provider, String(url), "ada");
  await post("/connection/finish", Object.fromEntries(returned.searchParams));
  const { credential } = (await kept(server)) ?? {};
  if (!credential) throw new Error("ada is not connected");
  return credential;
}
/** Whether the authorization server still takes a refresh token. */
async function isActive({ client, refreshToken = "" }: ConnectionCredential): Promise<unknown> {
  const proof = Buffer.from(`${client.clientId}:${client.clientSecret}`).toString("base64");
  const answer = await fetch(`${started.provider.issuer}/token/introspection`, {
    method: "POST",
    headers: { authorization: `Basic ${proof}` },
    body: new URLSearchParams({ token: refreshToken }),
  });
  return ((await answer.json()) as { active?: unknown }).active;
}

test("a connection that its user or an administrator ends is revoked at the authorization server", async () => {
  const endOfAda = () => post("/v1/mcp/server/connections/end", { server_id: "tickets", user_id: "ada" }, byMaster());
  for (const ends of [end, endOfAda]) {
    const credential = await connect();
    expect(await isActive(credential)).toBe(true);
    expect(await ends()).toMatchObject({ was_connected: true });
    await expect.poll(() => isActive(credential)).toBe(false);
  }
});

test("a connection is over at once, even if the authorization server does not answer, which is asked once", async () => {
  await connect();
  started.asked.length = 0;
  const held: (() => void)[] = [];
  started.heldRevocations = held;
  expect(await end()).toMatchObject({ was_connected: true });
  expect(await kept()).toBeUndefined();
  await expect.poll(() => held.length).toBe(1);
  for (const answer of held) answer();
  expect(await end()).toMatchObject({ was_connected: false });
  await connect();
  expect(started.asked.filter((path) => path === "POST /token/revocation")).toHaveLength(1);
  started.heldRevocations = undefined;
});

test("the earlier credential of a user who connects again is revoked, and the new one is not", async () => {
  const [old, next] = [await connect(), await connect()];
  await expect.poll(() => isActive(old)).toBe(false);
  expect(await isActive(next)).toBe(true);
  await end();
});

test("with a server, the credentials of all its users are revoked", async () => {
  const settings = { transport: "http", auth_type: "oauth2", oauth2_flow: "authorization_code", allow_all_keys: true };
  await post("/v1/mcp/server", { server_id: "added", url: started.server.url, ...settings }, byMaster());
  const [own, other] = [await connect("added"), await connect()];
  const deleted = await started.nodes[0].send("/v1/mcp/server/added", { method: "DELETE", headers: byMaster() });
  expect(deleted.status).toBe(200);
  expect(await kept("added")).toBeUndefined();
  await expect.poll(() => isActive(own)).toBe(false);
  expect(await isActive(other)).toBe(true);
});

test("with a user, all credentials of theirs are revoked", async () => {
  const both = [await connect(), await connect("other")];
  await post("/user/delete", { user_ids: ["ada"] }, byMaster());
  for (const credential of both) await expect.poll(() => isActive(credential)).toBe(false);
});

test("a deletion is done although nothing is revoked, which the log tells", async () => {
  await post("/user/new", { user_id: "ada" }, byMaster());
  const credential = await connect();
  const held: (() => void)[] = [];
  started.heldRevocations = held;
  warnings.length = 0;
  expect(await post("/user/delete", { user_ids: ["ada"] }, byMaster())).toMatchObject({ deleted_users: ["ada"] });
  expect(await kept()).toBeUndefined();
  await expect.poll(() => held.length).toBe(1);
  for (const answer of held) answer();
  await expect
    .poll(() => warnings)
    .toContainEqual(expect.objectContaining({ event: "tools.connection_not_revoked", user_id: "ada" }));
  expect(await isActive(credential)).toBe(true);
  started.heldRevocations = undefined;
});

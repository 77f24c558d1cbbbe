import { afterAll, beforeAll, expect, test } from "vitest";
import type { ConnectionCredential } from "@/lib/mcp/connections/credential";
import { readConnection } from "@/lib/store/settings/tool-connections";
import { returnFromProvider } from "@/testing/auth/sign-in-at-provider";
import { LOGIN_VARIABLES, sessionCookie } from "@/testing/gateway/console-session";
import { startConnectingNodes, type ConnectingNodes } from "@/testing/tools/connecting-nodes";

const ADA = { userId: "ada", server: "tickets" };
let started: ConnectingNodes;
let session: { readonly cookie: string };

beforeAll(async () => {
  started = await startConnectingNodes("http://127.0.0.1:9");
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
function kept() {
  const { database, secrets } = started.nodes[1].services;
  return readConnection(database, secrets, ADA);
}
async function connect(): Promise<ConnectionCredential> {
  const { url } = await post("/connection/begin", { server_id: "tickets" });
  const returned = await returnFromProvider(started.provider, String(url), "ada");
  await post("/connection/finish", Object.fromEntries(returned.searchParams));
  const { credential } = (await kept()) ?? {};
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
  const master = { authorization: `Bearer ${started.nodes[0].masterKey}` };
  const byMaster = () => post("/v1/mcp/server/connections/end", { server_id: "tickets", user_id: "ada" }, master);
  for (const ends of [end, byMaster]) {
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

import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test } from "vitest";
import { checkBackup } from "@/lib/database/backup/read-backup";
import { restoreBackup } from "@/lib/database/backup/restore-backup";
import { planRestore } from "@/lib/database/backup/restore-plan";
import { writeBackup } from "@/lib/database/backup/write-backup";
import { readMigrations } from "@/lib/database/migrate";
import { SecretBox } from "@/lib/store/secret-box";
import { returnFromProvider } from "@/testing/auth/sign-in-at-provider";
import { databaseUrl, execute, MIGRATIONS_DIRECTORY } from "@/testing/database/test-server";
import { LOGIN_VARIABLES, sessionCookie } from "@/testing/gateway/console-session";
import { type InProcessGateway, startInProcessGateway } from "@/testing/gateway/in-process-gateway";
import { type ConnectingNodes, startConnectingNodes } from "@/testing/tools/connecting-nodes";

let started: ConnectingNodes;
let folder: string;
let file: string;
const restored: InProcessGateway[] = [];

beforeAll(async () => {
  started = await startConnectingNodes("http://127.0.0.1:9");
  folder = await mkdtemp(join(tmpdir(), "gateway-connections-"));
  file = join(folder, "gateway.backup");
  await connect(started.nodes[0], "ada");
  await writeBackup({ database: { url: started.databaseUrl, variable: "DATABASE_URL" }, file, version: "0.1.0" });
});
afterAll(async () => {
  for (const node of restored) await node.stop();
  await started?.stop();
  if (folder !== undefined) await rm(folder, { recursive: true, force: true });
});

async function ask(node: InProcessGateway, user: string, path: string, body?: object) {
  const claims = { iss: LOGIN_VARIABLES.OIDC_ISSUER, aud: "model-gateway", sub: user };
  const answer = await node.send(path, {
    method: body ? "POST" : "GET",
    headers: {
      "content-type": "application/json",
      "x-gateway-console": "1",
      ...(await sessionCookie(node.services, claims)),
    },
    ...(body && { body: JSON.stringify(body) }),
  });
  const said = (await answer.json()) as Record<string, unknown> & {
    result?: { content: { text: string }[] };
    error?: { message: string; data?: { code?: string } };
  };
  return { status: answer.status, said };
}

async function connect(node: InProcessGateway, user: string): Promise<void> {
  const claims = { iss: LOGIN_VARIABLES.OIDC_ISSUER, aud: "model-gateway", sub: user };
  const headers = {
    "content-type": "application/json",
    "x-gateway-console": "1",
    ...(await sessionCookie(node.services, claims)),
  };
  const post = async (path: string, body: object) =>
    (await (await node.send(path, { method: "POST", headers, body: JSON.stringify(body) })).json()) as { url?: string };
  const { url = "" } = await post("/connection/begin", { server_id: "tickets" });
  const returned = await returnFromProvider(started.provider, url, user);
  const done = await post("/connection/finish", Object.fromEntries(returned.searchParams));
  expect(done).toMatchObject({ server_id: "tickets" });
}

const call = async (node: InProcessGateway) => {
  const params = { name: "add", arguments: { a: 1, b: 2 } };
  const { said } = await ask(node, "ada", "/tickets/mcp", { jsonrpc: "2.0", id: 1, method: "tools/call", params });
  return said;
};
const stateOf = async (node: InProcessGateway) => {
  const { said } = await ask(node, "ada", "/connection/list");
  return (said["data"] as { server_id: string; state: string }[]).find(({ server_id: id }) => id === "tickets")?.state;
};

/** Another gateway, with the backup in a database of its own. `key`: by which it decrypts; absent: the same one. */
async function restore(name: string, key?: string): Promise<InProcessGateway> {
  await execute(started.databaseUrl, `CREATE DATABASE ${name}`);
  const url = databaseUrl(started.databaseUrl, name);
  const checked = await checkBackup(file);
  const plan = planRestore(checked.header, await readMigrations(MIGRATIONS_DIRECTORY), "0.1.0");
  await restoreBackup({ database: { url, variable: "DATABASE_URL" }, file, checked, plan, replace: false });
  const node = await startInProcessGateway(url, {
    ...started.configured,
    ...(key !== undefined && { secrets: new SecretBox(key) }),
  });
  restored.push(node);
  return node;
}

test("a backup has users' tokens encrypted, and never as they are", async () => {
  const { rows } = await started.nodes[0].services.database.pool.query("SELECT sealed FROM tool_connections");
  const { said } = { said: await call(started.nodes[0]) };
  expect(said.result?.content).toMatchObject([{ text: "3" }]);
  const token = started.server.received.findLast(({ method }) => method === "tools/call")?.headers.authorization ?? "";
  const text = gunzipSync(await readFile(file)).toString();
  expect(text).toContain(rows[0].sealed);
  expect(text).not.toContain(token.replace("Bearer ", ""));
});

test("a gateway with the same key goes on with the connections of a backup, and refreshes them", async () => {
  const node = await restore("connections_same");
  expect(await stateOf(node)).toBe("connected");
  expect((await call(node)).result?.content).toMatchObject([{ text: "3" }]);
  await node.services.database.pool.query("UPDATE tool_connections SET ends_at = now()");
  const before = started.asked.filter((one) => one === "POST /token").length;
  expect((await call(node)).result?.content).toMatchObject([{ text: "3" }]);
  expect(started.asked.filter((one) => one === "POST /token").length).toBe(before + 1);
});

test("a gateway with another key says in one sentence that the user connects again, who then may", async () => {
  const node = await restore("connections_other", "the-encryption-key-of-another-gateway");
  expect(await stateOf(node)).toBe("ended");
  const [said] = (await call(node)).result?.content ?? [];
  expect(said?.text).toMatch(
    /^Connect the gateway to "tickets" in your name, then ask again\. The page for it is http/,
  );
  await connect(node, "ada");
  expect(await stateOf(node)).toBe("connected");
  expect((await call(node)).result?.content).toMatchObject([{ text: "3" }]);
});

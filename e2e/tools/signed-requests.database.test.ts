import { afterAll, beforeAll, expect, test } from "vitest";
import { signAws } from "@/lib/credentials/aws/sign";
import { startTestDatabase, type TestDatabase } from "@/testing/database/test-database";
import { startInProcessGateway, type InProcessGateway } from "@/testing/gateway/in-process-gateway";
import { startToolServer, type ReceivedCall, type ToolServer } from "@/testing/tools/tool-server";

const KEYS = { accessKeyId: "AKIATOOLS", secretAccessKey: "secret-key-of-the-tools-44", sessionToken: "session-45" };
let database: TestDatabase;
let gateway: InProcessGateway;
let servers: ToolServer[];

beforeAll(async () => {
  const started = await Promise.all([startTestDatabase(), startToolServer("modern"), startToolServer("legacy")]);
  [database, ...servers] = started;
  const entry = (server: ToolServer | undefined) => ({
    url: `${server?.url}?tenant=a%20b`,
    transport: "http",
    allow_all_keys: true,
    on_tool_change: "allow",
    auth_type: "aws_sigv4",
    aws_region_name: "eu-west-1",
    aws_access_key_id: KEYS.accessKeyId,
    aws_secret_access_key: KEYS.secretAccessKey,
    aws_session_token: KEYS.sessionToken,
  });
  gateway = await startInProcessGateway(database.url, {
    config: { mcp_servers: { modern: entry(servers[0]), legacy: entry(servers[1]) } },
  });
});
afterAll(async () => {
  await gateway?.stop();
  await Promise.all([...(servers ?? []).map((server) => server.stop()), database?.stop()]);
});

/** The signature that a message must have had, as its server received it. */
function expected({ headers, text }: ReceivedCall): string | undefined {
  const at = String(headers["x-amz-date"]);
  const time = Date.parse(at.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, "$1-$2-$3T$4:$5:$6Z"));
  const request = {
    method: "POST",
    origin: `http://${headers.host}`,
    path: "/mcp?tenant=a%20b",
    headers: { "content-type": String(headers["content-type"]) },
    body: Buffer.from(text),
  } as const;
  return signAws(KEYS, request, { service: "bedrock-agentcore", region: "eu-west-1" }, time)["authorization"];
}

test.each([
  ["modern", 0],
  ["legacy", 1],
] as const)("every message to the %s server is signed as it arrives", async (name, at) => {
  const params = { name: "add", arguments: { a: 1, b: 2 } };
  const answer = await gateway.send(`/${name}/mcp`, {
    method: "POST",
    headers: { authorization: `Bearer ${gateway.masterKey}`, "content-type": "application/json" },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params }),
  });
  expect(await answer.json()).toMatchObject({ result: { content: [{ text: "3" }] } });
  const received = servers[at]?.received ?? [];
  expect(received.map(({ method }) => method)).toEqual(expect.arrayContaining(["tools/list", "tools/call"]));
  for (const message of received) {
    expect(message.headers.authorization).toBe(expected(message));
    expect(message.headers["x-amz-security-token"]).toBe(KEYS.sessionToken);
  }
  expect(JSON.stringify(received)).not.toContain(KEYS.secretAccessKey);
});

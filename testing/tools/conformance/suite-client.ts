import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { createWorkQueue } from "@/lib/async/work-queue";
import { LOGIN_VARIABLES, sessionCookie } from "@/testing/gateway/console-session";
import type { InProcessGateway } from "@/testing/gateway/in-process-gateway";

/** What the suite wants its client to do. */
interface Wanted {
  /** The address of the suite's server. */
  readonly server: string;
  readonly scenario: string;
  readonly context: { readonly toolCalls?: readonly ToolCall[] };
}

interface ToolCall {
  readonly name: string;
  readonly arguments: Record<string, unknown>;
}

/** Takes the suite's wishes, and fulfils them by a client of the gateway. */
export interface SuiteClient {
  readonly url: string;
  stop(): Promise<void>;
}

export async function startSuiteClient(gateway: InProcessGateway): Promise<SuiteClient> {
  let count = 0;
  // The suite begins all its scenarios at once. On two processors its servers then take longer to answer than the
  // gateway waits for the first words with a server.
  const inTurn = createWorkQueue();
  const listener = createServer(async (request, response) => {
    try {
      const wanted = (await json(request)) as Wanted;
      await inTurn(() => fulfil(gateway, `suite_${++count}`, wanted));
      response.end();
    } catch (error) {
      response.writeHead(500).end(String(error));
    }
  });
  listener.listen(0, "127.0.0.1");
  await once(listener, "listening");
  return {
    url: `http://127.0.0.1:${(listener.address() as AddressInfo).port}`,
    stop: () => new Promise((resolve) => listener.close(() => resolve())),
  };
}

/** The settings of a server whose users connect to it. */
const CONNECTED = { allow_all_keys: true, auth_type: "oauth2", oauth2_flow: "authorization_code" };

/** Connects a user to a server, as the console does. The suite's page of an authorization server asks nothing. */
async function connect(gateway: InProcessGateway, name: string, user: Readonly<Record<string, string>>): Promise<void> {
  const ask = async (path: string, body: object): Promise<Record<string, unknown>> => {
    const headers = { ...user, "content-type": "application/json" };
    const answer = await gateway.send(path, { method: "POST", headers, body: JSON.stringify(body) });
    return (await answer.json()) as Record<string, unknown>;
  };
  const { url } = await ask("/connection/begin", { server_id: name });
  // Where there is nothing to sign in at, the calls are told so.
  if (typeof url !== "string") return;
  const returned = await fetch(url, { redirect: "manual" });
  const answer = new URL(returned.headers.get("location") ?? gateway.origin, url).searchParams;
  const { state = "none", code, iss, error } = Object.fromEntries(answer);
  await ask("/connection/finish", { state, code, iss, error });
}

async function fulfil(gateway: InProcessGateway, name: string, { server, scenario, context }: Wanted): Promise<void> {
  const authorization = `Bearer ${gateway.masterKey}`;
  const signsIn = scenario.startsWith("auth/");
  const own = signsIn ? CONNECTED : {};
  const added = await gateway.send("/v1/mcp/server", {
    method: "POST",
    headers: { authorization, "content-type": "application/json" },
    body: JSON.stringify({ server_id: name, url: server, transport: "http", on_tool_change: "allow", ...own }),
  });
  if (!added.ok) throw new Error(await added.text());
  const claims = { iss: LOGIN_VARIABLES.OIDC_ISSUER, aud: "gateway", sub: "ada" };
  const user = { ...(await sessionCookie(gateway.services, claims)), "x-gateway-console": "1" };
  if (signsIn) await connect(gateway, name, user);
  const mode = scenario === "initialize" || scenario.includes("1034") ? "legacy" : "auto";
  const client = new Client(
    { name: "suite", version: "1" },
    { versionNegotiation: { mode }, capabilities: { elicitation: { form: { applyDefaults: true } } } },
  );
  client.setRequestHandler("elicitation/create", () => ({ action: "accept", content: {} }));
  const transport = new StreamableHTTPClientTransport(new URL(`${gateway.origin}/${name}/mcp`), {
    requestInit: { headers: signsIn ? user : { authorization } },
  });
  await client.connect(transport);
  const { tools } = await client.listTools();
  const calls = [...(context.toolCalls ?? [])];
  if (calls.length === 0) calls.push(...tools.map(({ name: tool, inputSchema }) => callOf(tool, inputSchema)));
  const [first] = tools;
  if (scenario === "json-schema-2020-12-preservation")
    calls.push({ name: "json_schema_echo", arguments: { schema: first?.inputSchema } });
  for (const call of calls) await client.callTool(call).catch(() => {});
  await client.close();
}

/** A call with something for each required argument. */
function callOf(name: string, schema: { properties?: object | undefined; required?: string[] | undefined }): ToolCall {
  const properties = (schema.properties ?? {}) as Record<string, { type?: string }>;
  const values = (schema.required ?? []).map((argument) => {
    const type = properties[argument]?.type;
    return [argument, type === "number" || type === "integer" ? 5 : type === "boolean" ? true : "text"];
  });
  return { name, arguments: Object.fromEntries(values) };
}

import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { json } from "node:stream/consumers";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
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
  const listener = createServer(async (request, response) => {
    try {
      await fulfil(gateway, `suite_${++count}`, (await json(request)) as Wanted);
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

async function fulfil(gateway: InProcessGateway, name: string, { server, scenario, context }: Wanted): Promise<void> {
  const authorization = `Bearer ${gateway.masterKey}`;
  const added = await gateway.send("/v1/mcp/server", {
    method: "POST",
    headers: { authorization, "content-type": "application/json" },
    body: JSON.stringify({ server_id: name, url: server, transport: "http", on_tool_change: "allow" }),
  });
  if (!added.ok) throw new Error(await added.text());
  const mode = scenario === "initialize" || scenario.includes("1034") ? "legacy" : "auto";
  const client = new Client(
    { name: "suite", version: "1" },
    { versionNegotiation: { mode }, capabilities: { elicitation: { form: { applyDefaults: true } } } },
  );
  client.setRequestHandler("elicitation/create", () => ({ action: "accept", content: {} }));
  const transport = new StreamableHTTPClientTransport(new URL(`${gateway.origin}/${name}/mcp`), {
    requestInit: { headers: { authorization } },
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

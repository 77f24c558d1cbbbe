import { once } from "node:events";
import { createServer, type IncomingHttpHeaders, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { buffer } from "node:stream/consumers";
import { createMcpHandler, fromJsonSchema, McpServer } from "@modelcontextprotocol/server";

/** A message as the server received it. */
export interface ReceivedCall {
  readonly method: string;
  readonly params: Record<string, unknown>;
  readonly headers: IncomingHttpHeaders;
  /** The bytes, as they came. */
  readonly text: string;
}

/** Where its metadata is, if it asks for tokens (RFC 9728). */
const METADATA = "/.well-known/oauth-protected-resource/mcp";

type ToolName = "add" | "fail" | "steps";

/** A real tool server, of the official library. */
export interface ToolServer {
  readonly url: string;
  readonly received: ReceivedCall[];
  /** How often a method came. */
  count(method: string): number;
  /** What it does with the next messages. `hang`: no answer. `cut`: takes the message and breaks the connection. */
  mood: "well" | "hang" | "cut" | "refuse";
  /** The description of the tool `add`, which tests change. */
  description: string;
  /** The tools that a request's `authorization` does not see, which tests change. */
  hiddenFrom: (authorization: string | undefined) => readonly ToolName[];
  /** The issuer whose tokens it asks for, as its metadata says; undefined: it asks for none. */
  issuer: string | undefined;
  /** Whether it takes a request's `authorization`, where it asks for tokens. */
  takes: (authorization: string | undefined) => boolean;
  stop(): Promise<void>;
}

/**
 * `dual`: both eras, without sessions. `modern`: 2026-07-28 alone. `legacy`: as servers were before it.
 */
export async function startToolServer(speaks: "dual" | "modern" | "legacy" = "dual"): Promise<ToolServer> {
  const state: Pick<ToolServer, "mood" | "description" | "hiddenFrom" | "issuer" | "takes"> = {
    issuer: undefined,
    takes: (authorization) => authorization !== undefined,
    mood: "well",
    description: "Adds two numbers.",
    hiddenFrom: () => [],
  };
  const received: ReceivedCall[] = [];
  const handler = createMcpHandler(
    ({ requestInfo }) => makeServer(state, requestInfo?.headers.get("authorization") ?? undefined),
    {
      legacy: speaks === "modern" ? "reject" : "stateless",
    },
  );
  const server = createServer(async (request, response) => {
    const bytes = await buffer(request);
    const text = bytes.toString("utf8");
    const { method = "", params = {} } = text === "" ? {} : JSON.parse(text);
    received.push({ method, params, headers: request.headers, text });
    if (state.mood === "hang") return;
    if (state.mood === "cut") return void request.socket.destroy();
    if (state.mood === "refuse") return void response.writeHead(401).end();
    if (state.issuer !== undefined && request.method === "GET" && request.url === METADATA) {
      const metadata = { resource: `http://${request.headers.host}/mcp`, authorization_servers: [state.issuer] };
      return void response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(metadata));
    }
    if (state.issuer !== undefined && !state.takes(request.headers.authorization)) {
      const named = `Bearer resource_metadata="http://${request.headers.host}${METADATA}"`;
      return void response.writeHead(401, { "www-authenticate": named }).end();
    }
    if (speaks === "legacy" && request.headers["mcp-protocol-version"] === "2026-07-28")
      return void response.writeHead(400).end("Bad Request: Unsupported protocol version");
    const headers = new Headers();
    for (const [name, value] of Object.entries(request.headers))
      if (typeof value === "string") headers.set(name, value);
    const body = request.method === "POST" ? { body: new Uint8Array(bytes) } : {};
    const asked = new Request(`http://127.0.0.1${request.url}`, { method: request.method ?? "GET", headers, ...body });
    await pass(await handler.fetch(asked), response);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return Object.assign(state, {
    url: `http://127.0.0.1:${port}/mcp`,
    received,
    count: (method: string) => received.filter((one) => one.method === method).length,
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await handler.close();
    },
  });
}

async function pass(answer: Response, response: ServerResponse): Promise<void> {
  response.writeHead(answer.status, Object.fromEntries(answer.headers));
  if (answer.body) for await (const chunk of answer.body) response.write(chunk);
  response.end();
}

function makeServer(
  { description, hiddenFrom }: Pick<ToolServer, "description" | "hiddenFrom">,
  authorization: string | undefined,
): McpServer {
  const server = new McpServer({ name: "tools-fixture", version: "1.0.0" });
  const object = (properties: Record<string, { type: "number" }>) => fromJsonSchema({ type: "object", properties });
  const text = (value: string) => ({ content: [{ type: "text" as const, text: value }] });
  const add = server.registerTool(
    "add",
    {
      description,
      inputSchema: object({ a: { type: "number" }, b: { type: "number" } }),
      annotations: { readOnlyHint: true },
    },
    async (given) => {
      const { a, b } = given as { a: number; b: number };
      return text(String(a + b));
    },
  );
  const fail = server.registerTool("fail", { description: "Fails.", inputSchema: object({}) }, async () => ({
    ...text("It did not work."),
    isError: true,
  }));
  const steps = server.registerTool(
    "steps",
    { description: "Tells its progress.", inputSchema: object({}) },
    async (_, context) => {
      const token = context.mcpReq._meta?.progressToken;
      for (const progress of token === undefined ? [] : [1, 2])
        await context.mcpReq.notify({
          method: "notifications/progress",
          params: { progressToken: token, progress, total: 2 },
        });
      return text("done");
    },
  );
  for (const name of hiddenFrom(authorization)) ({ add, fail, steps })[name].remove();
  server.registerPrompt("greet", { description: "Greets." }, async () => ({
    messages: [{ role: "user", content: { type: "text", text: "Hello." } }],
  }));
  server.registerResource("note", "note://one", { description: "A note." }, async (uri) => ({
    contents: [{ uri: uri.href, text: "It is written." }],
  }));
  return server;
}

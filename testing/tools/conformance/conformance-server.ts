import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { Readable } from "node:stream";
import {
  createMcpHandler,
  hostHeaderValidationResponse,
  isLegacyRequest,
  localhostAllowedHostnames,
  localhostAllowedOrigins,
  originValidationResponse,
  ProtocolError,
  ProtocolErrorCode,
  Server,
  WebStandardStreamableHTTPServerTransport,
} from "@modelcontextprotocol/server";
import { PROMPTS } from "./prompts";
import { readResource, RESOURCES, TEMPLATE } from "./resources";
import { type ChangingList, conformanceTools } from "./tools";

/** A server with everything that the official conformance suite asks for, in both eras: with sessions in the older. */
export interface ConformanceServer {
  readonly url: string;
  /** Where it speaks the older era alone. */
  readonly legacyUrl: string;
  /** How many streams are open on which it tells that a list has changed. */
  listening(): number;
  stop(): Promise<void>;
}

export async function startConformanceServer(): Promise<ConformanceServer> {
  const sessions = new Map<
    string,
    { readonly transport: WebStandardStreamableHTTPServerTransport; readonly server: Server }
  >();
  const more: Record<ChangingList, boolean> = { tools: false, prompts: false };
  const change = (list: ChangingList): void => {
    more[list] = !more[list];
    if (list === "tools") handler.notify.toolsChanged();
    else handler.notify.promptsChanged();
    for (const { server } of sessions.values())
      void (list === "tools" ? server.sendToolListChanged() : server.sendPromptListChanged());
  };
  const handler = createMcpHandler(({ era }) => makeServer(era, more, change), { legacy: "reject" });

  async function answer(request: Request): Promise<Response> {
    const foreign =
      hostHeaderValidationResponse(request, localhostAllowedHostnames()) ??
      originValidationResponse(request, localhostAllowedOrigins());
    if (foreign) return foreign;
    const id = request.headers.get("mcp-session-id");
    const isOlder = request.method !== "POST" || (await isLegacyRequest(request));
    if (!isOlder && request.url.endsWith("/legacy")) return new Response("Unsupported version", { status: 400 });
    if (!isOlder) return handler.fetch(request);
    const session = id === null ? undefined : sessions.get(id);
    if (session) return session.transport.handleRequest(request);
    if (id !== null) return new Response("There is no such session.", { status: 404 });
    const server = makeServer("legacy", more, change);
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      onsessioninitialized: (begun) => void sessions.set(begun, { transport, server }),
      onsessionclosed: (ended) => void sessions.delete(ended),
    });
    await server.connect(transport);
    return transport.handleRequest(request);
  }

  let listening = 0;
  const listener = createServer(async (request, response) => {
    const headers = new Headers();
    for (const [name, value] of Object.entries(request.headers))
      if (typeof value === "string") headers.set(name, value);
    const isGone = new AbortController();
    response.on("close", () => isGone.abort());
    const body = request.method === "POST" ? { body: Readable.toWeb(request) as never, duplex: "half" as const } : {};
    const { method = "GET" } = request;
    const asked = new Request(`http://${request.headers.host}${request.url}`, {
      method,
      headers,
      signal: isGone.signal,
      ...body,
    });
    const isStream = asked.method === "GET" || asked.headers.get("mcp-method") === "subscriptions/listen";
    const answered = await answer(asked);
    if (isStream && answered.ok) {
      listening++;
      response.on("close", () => listening--);
    }
    response.writeHead(answered.status, Object.fromEntries(answered.headers)).flushHeaders();
    const reader = answered.body?.getReader();
    response.on("close", () => void reader?.cancel().catch(() => {}));
    for (let read = await reader?.read(); read?.value; read = await reader?.read()) response.write(read.value);
    response.end();
  });
  listener.listen(0, "127.0.0.1");
  await once(listener, "listening");
  const { port } = listener.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/mcp`,
    listening: () => listening,
    legacyUrl: `http://127.0.0.1:${port}/legacy`,
    async stop() {
      listener.closeAllConnections();
      await new Promise((resolve) => listener.close(resolve));
      await handler.close();
      await Promise.all([...sessions.values()].map(({ server }) => server.close()));
    },
  };
}

/** `more`: the lists that have one entry more by now. */
function makeServer(
  era: "modern" | "legacy",
  more: Readonly<Record<ChangingList, boolean>>,
  change: (list: ChangingList) => void,
): Server {
  const listChanged = { listChanged: true };
  const server = new Server(
    { name: "conformance-fixture", version: "1.0.0" },
    {
      capabilities: {
        tools: listChanged,
        prompts: listChanged,
        resources: { subscribe: true },
        completions: {},
        logging: {},
      },
    },
  );
  const tools = conformanceTools(change);
  const named = (names: readonly string[], list: ChangingList) => [
    ...names,
    ...(more[list] ? [`test_more_${list}`] : []),
  ];
  server.setRequestHandler("tools/list", () => ({
    tools: named(Object.keys(tools), "tools").map((name) => ({
      name,
      description: "A tool for the conformance suite.",
      inputSchema: { type: "object" as const, properties: (tools[name]?.properties ?? {}) as Record<string, never> },
    })),
  }));
  server.setRequestHandler("tools/call", ({ params }, context) => {
    const tool = Object.hasOwn(tools, params.name) ? tools[params.name] : undefined;
    if (!tool) throw new ProtocolError(ProtocolErrorCode.InvalidParams, `There is no tool ${params.name}.`);
    return tool.call(context, params.arguments ?? {});
  });
  server.setRequestHandler("prompts/list", () => ({
    prompts: named(Object.keys(PROMPTS), "prompts").map((name) => ({
      name,
      description: "A prompt for the conformance suite.",
      arguments: (PROMPTS[name]?.needs ?? []).map((argument) => ({ name: argument, required: true })),
    })),
  }));
  server.setRequestHandler("prompts/get", ({ params }, context) => {
    const prompt = Object.hasOwn(PROMPTS, params.name) ? PROMPTS[params.name] : undefined;
    if (!prompt) throw new ProtocolError(ProtocolErrorCode.InvalidParams, `There is no prompt ${params.name}.`);
    return prompt.get(context, params.arguments ?? {});
  });
  server.setRequestHandler("resources/list", () => ({ resources: RESOURCES }));
  server.setRequestHandler("resources/templates/list", () => ({ resourceTemplates: [TEMPLATE] }));
  server.setRequestHandler("resources/read", ({ params }) => readResource(params.uri));
  server.setRequestHandler("completion/complete", () => ({ completion: { values: [], total: 0, hasMore: false } }));
  if (era === "legacy") {
    server.setRequestHandler("resources/subscribe", () => ({}));
    server.setRequestHandler("resources/unsubscribe", () => ({}));
  }
  return server;
}

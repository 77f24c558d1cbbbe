import type { ApiReply } from "@/lib/doors/contract";
import type { RequestMessage } from "@/lib/mcp/message";
import { eraOf, NEWEST_LEGACY, RPC, VERSIONS } from "@/lib/mcp/protocol";
import { objectAt, textAt, type JsonObject } from "@/lib/providers/json-value";
import { beginSession, clientInfoOf, eraOfServer } from "./server-session";
import { callTool } from "./call-tool";
import {
  askingOf,
  elicitationOf,
  errorReplyTo,
  listingFor,
  resultReply,
  stateOf,
  type Conversation,
} from "./conversation";
import { forwardRequest } from "./forward-request";
import { findTool, findUri, type FoundName } from "./found-name";
import { listEntries, LISTS, listTools } from "./list-entries";
import { openTools } from "./open-tools";
import { listedFor } from "./server-headers";
import { callerPrint, sealSession } from "./session-id";
import { withinTime } from "./tool-catalogue";

/** What the gateway says of itself: everything that one of its servers may have. */
const CAPABILITIES = { tools: {}, prompts: {}, resources: {}, completions: {} };

/** Callers of the modern era can listen for changes of the lists; those of the legacy era have no stream for it. */
const MODERN_CAPABILITIES = {
  ...CAPABILITIES,
  tools: { listChanged: true },
  prompts: { listChanged: true },
  resources: { listChanged: true },
};

/** Answers a request. Rejects with GatewayError. */
export function answerRequest(conversation: Conversation, asked: RequestMessage): Promise<ApiReply> {
  const { method, params } = asked;
  // A call of a tool is decided about together with the tool, so that its refusal names both.
  return method === "tools/call" && typeof params["name"] === "string"
    ? callTool(conversation, asked, findTool(conversation, params["name"]))
    : answerOther(conversation, asked);
}

/** Answers a request that calls no tool. @throws GatewayError */
async function answerOther(conversation: Conversation, asked: RequestMessage): Promise<ApiReply> {
  const { address, admit, envelope } = conversation;
  // On the address of one server, nothing is answered to a caller who may not use it, whether or not there is one.
  if (address.only !== undefined) await admit({ mcpServer: address.only });
  if (envelope.era === "modern" && LEGACY_ONLY.has(asked.method)) return unknownMethod(conversation, asked);
  switch (asked.method) {
    case "initialize":
      return initialize(conversation, asked);
    case "ping":
      return resultReply(conversation, asked, {});
    case "server/discover":
      return resultReply(conversation, asked, { supportedVersions: VERSIONS, capabilities: MODERN_CAPABILITIES });
    case "tools/list":
      return wholeList(conversation, asked, async () => ({ tools: await listTools(conversation) }));
    case "tools/call":
      return callTool(conversation, asked, undefined);
    case "prompts/list":
    case "resources/list":
    case "resources/templates/list": {
      const { method } = asked;
      return wholeList(conversation, asked, async () => ({ [LISTS[method]]: await listEntries(conversation, method) }));
    }
    case "prompts/get":
      return forwardNamed(conversation, asked, findTool(conversation, asked.params["name"]), (name) => ({ name }));
    case "resources/read":
      return forwardNamed(conversation, asked, findUri(conversation, asked.params["uri"]), (uri) => ({ uri }));
    case "subscriptions/listen":
      return envelope.era === "modern" ? conversation.listen(conversation, asked) : unknownMethod(conversation, asked);
    case "completion/complete":
      return complete(conversation, asked);
    default:
      return passOn(conversation, asked);
  }
}

/** Every list is one page, so there is no place in it to go on from. */
async function wholeList(
  conversation: Conversation,
  asked: RequestMessage,
  list: () => Promise<JsonObject>,
): Promise<ApiReply> {
  return asked.params["cursor"] === undefined
    ? resultReply(conversation, asked, await list())
    : errorReplyTo(conversation, asked.id, { code: RPC.invalidParams, message: "The cursor is unknown." });
}

async function forwardNamed(
  conversation: Conversation,
  asked: RequestMessage,
  named: FoundName | undefined,
  own: (name: string) => JsonObject,
): Promise<ApiReply> {
  if (named) await conversation.admit({ mcpServer: named.server });
  if (!named?.at) {
    const message = `There is nothing of this name: ${JSON.stringify(String(asked.params["name"] ?? asked.params["uri"]).slice(0, 120))}.`;
    return errorReplyTo(conversation, asked.id, { code: RPC.invalidParams, message });
  }
  const params = { ...asked.params, ...own(named.name) };
  return forwardRequest(conversation, asked, { state: stateOf(conversation, named.at), method: asked.method, params });
}

async function complete(conversation: Conversation, asked: RequestMessage): Promise<ApiReply> {
  const reference = objectAt(asked.params, "ref");
  const named =
    textAt(reference, "uri") === undefined
      ? findTool(conversation, reference["name"])
      : findUri(conversation, reference["uri"]);
  return forwardNamed(conversation, asked, named, (name) => ({
    ref: { ...reference, ...(textAt(reference, "uri") === undefined ? { name } : { uri: name }) },
  }));
}

/** A method that the gateway does not know goes to the one server of an address: extensions are between the two. */
async function passOn(conversation: Conversation, asked: RequestMessage): Promise<ApiReply> {
  const [server] = conversation.address.servers;
  if (conversation.address.only === undefined || !server || LEFT_OUT.has(asked.method))
    return unknownMethod(conversation, asked);
  return forwardRequest(conversation, asked, {
    state: stateOf(conversation, server),
    method: asked.method,
    params: asked.params,
  });
}

function unknownMethod(conversation: Conversation, { id, method }: RequestMessage): ApiReply {
  const message = `The method ${JSON.stringify(method)} is not served here.`;
  return errorReplyTo(conversation, id, { code: RPC.methodNotFound, message });
}

/** Methods that the modern era has given up: sessions begin with no request, and connections show their own health. */
const LEGACY_ONLY: ReadonlySet<string> = new Set(["initialize", "ping"]);

/** Methods of streams and levels that the gateway does not offer, so that no server is asked for them. */
const LEFT_OUT: ReadonlySet<string> = new Set(["logging/setLevel", "resources/subscribe", "resources/unsubscribe"]);

/**
 * Begins a session of the legacy era. Its id holds the sessions of the servers, so that any node serves it; servers
 * that do not answer in time begin theirs when they are asked.
 */
async function initialize(conversation: Conversation, asked: RequestMessage): Promise<ApiReply> {
  const { services, caller } = conversation;
  const wanted = textAt(asked.params, "protocolVersion");
  const version = wanted !== undefined && eraOf(wanted) === "legacy" ? wanted : NEWEST_LEGACY;
  const session = {
    caller: callerPrint(caller.identity),
    nonce: services.newId(),
    version,
    capabilities: elicitationOf(objectAt(asked.params, "capabilities")),
    servers: {},
  };
  const servers = await serverSessions({ ...conversation, session });
  const id = sealSession(services.secrets, { ...session, servers });
  const said = { protocolVersion: version, capabilities: CAPABILITIES, serverInfo: clientInfoOf(services) };
  return resultReply(conversation, asked, said, { "mcp-session-id": id });
}

async function serverSessions(
  conversation: Conversation,
): Promise<Record<string, { readonly id: string; readonly version: string }>> {
  const { services, address, caller } = conversation;
  const isOpen = await openTools(services, caller);
  const begun = await Promise.all(
    address.servers
      .filter(({ name }) => isOpen({ mcpServer: name }))
      .map(async (server) => {
        const asking = askingOf(conversation, server);
        const state = stateOf(conversation, server);
        const begin = async () =>
          (await eraOfServer(services, state, asking)) === "legacy" ? beginSession(services, state, asking) : undefined;
        const tools = state.lists.of(listedFor(server, listingFor(conversation, server)));
        const session = await withinTime(services, begin(), tools).catch(() => undefined);
        return session?.id === undefined ? [] : [[server.name, { id: session.id, version: session.version }] as const];
      }),
  );
  return Object.fromEntries(withinLength(begun.flat()));
}

/** The characters of servers' sessions in an id. Many proxies take headers of 8 KiB, and it is sealed and encoded. */
const MOST_OF_SESSIONS = 4_096;

/** Those that an id has room for, the shortest first. Servers whose sessions are left out begin theirs at each node. */
function withinLength<Begun extends readonly [name: string, session: object]>(all: readonly Begun[]): readonly Begun[] {
  const sized = all.map((one) => ({ one, size: JSON.stringify(one).length })).toSorted((a, b) => a.size - b.size);
  let room = MOST_OF_SESSIONS;
  return sized.filter(({ size }) => (room -= size) >= 0).map(({ one }) => one);
}

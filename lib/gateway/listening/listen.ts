import type { ApiReply } from "@/lib/doors/contract";
import { GatewayError } from "@/lib/errors";
import { LIST_CHANGES, wantedChanges } from "@/lib/mcp/list-changes";
import { type MessageId, resultMessage, type RequestMessage } from "@/lib/mcp/message";
import { META, RPC } from "@/lib/mcp/protocol";
import type { JsonObject } from "@/lib/providers/json-value";
import { rpcError } from "@/lib/rpc-error";
import { errorReplyTo, streamReply, type Conversation } from "../tools/conversation";
import { clientInfoOf } from "../tools/server-session";
import { Subscription } from "./subscription";

/** How many subscriptions a process serves at once. */
const MOST_SUBSCRIPTIONS = 2_000;

/**
 * Tells a caller, for as long as it listens, that a list of the address has changed for it. The stream ends with an
 * error once the caller may listen no more, and with a result when the gateway stops.
 * @throws GatewayError overloaded, shutting_down
 */
export async function listen(conversation: Conversation, asked: RequestMessage): Promise<ApiReply> {
  const { services } = conversation;
  const wanted = wantedChanges(asked.params);
  if (!wanted) {
    const message = '"notifications" must be an object that says which changes you want to hear of.';
    return errorReplyTo(conversation, asked.id, { code: RPC.invalidParams, message });
  }
  if (services.shutdown.isBegun) throw new GatewayError("shutting_down", "The gateway is stopping.");
  if (services.toolServers.changes.size >= MOST_SUBSCRIPTIONS)
    throw new GatewayError("overloaded", "This gateway has as many listeners as it serves.");
  const subscription = new Subscription(conversation, wanted);
  await subscription.begin();
  return streamReply(conversation, events(conversation, asked, subscription, [...wanted]));
}

async function* events(
  { services }: Conversation,
  { id }: RequestMessage,
  subscription: Subscription,
  wanted: readonly (keyof typeof LIST_CHANGES)[],
): AsyncGenerator<Uint8Array> {
  const event = (message: JsonObject): Buffer => Buffer.from(`event: message\ndata: ${JSON.stringify(message)}\n\n`);
  const notification = (method: string, params: JsonObject = {}): Buffer =>
    event({ jsonrpc: "2.0", method, params: { ...params, _meta: { [META.subscription]: id } } });
  try {
    const notifications = Object.fromEntries(wanted.map((name) => [name, true]));
    yield notification("notifications/subscriptions/acknowledged", { notifications });
    for (;;) {
      const heard = await subscription.next();
      switch (heard.kind) {
        case "changed":
          for (const list of heard.lists) yield notification(LIST_CHANGES[list]);
          break;
        case "silence":
          yield SIGN_OF_LIFE;
          break;
        case "over": {
          const { error } = heard;
          const _meta = { [META.subscription]: id, [META.serverInfo]: clientInfoOf(services) };
          if (error) yield event(refusal(error, id));
          else yield event(resultMessage(id, { resultType: "complete", _meta }));
          return;
        }
      }
    }
  } finally {
    subscription.close();
  }
}

const SIGN_OF_LIFE = Buffer.from(":\n\n");

/** Why the caller may listen no more, without what goes into the headers of an answer that has not begun. */
function refusal({ code, message, status }: GatewayError, messageId: MessageId): JsonObject {
  return { ...rpcError({ code, message, options: { messageId } }, status) };
}

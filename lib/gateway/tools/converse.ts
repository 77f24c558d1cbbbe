import type { MaybePromise } from "@/lib/async/maybe-promise";
import type { ApiReply, ApiRequest } from "@/lib/doors/contract";
import { GatewayError } from "@/lib/errors";
import { isRefused, readEnvelope } from "@/lib/mcp/caller-envelope";
import { withoutConnectionAnswer } from "@/lib/mcp/connections/elicitation";
import {
  errorMessage,
  isFaulty,
  readMessage,
  type Message,
  type MessageId,
  type RequestMessage,
} from "@/lib/mcp/message";
import { knownMethod, RPC } from "@/lib/mcp/protocol";
import { ExactNumbers } from "@/lib/providers/exact-numbers";
import { checkLoop } from "@/lib/upstream/passed-gateways";
import type { Caller } from "../request/caller";
import type { Services } from "../services";
import { answerServer } from "./server-session";
import { answerRequest } from "./answer-message";
import { askToConnect } from "./connections/ask-to-connect";
import { ConnectionRequired } from "./connections/connection-required";
import { askingOf, messageReply, stateOf, type Conversation, type Listen } from "./conversation";
import { answeredQuestion } from "./forward-request";
import type { NamedTool } from "./open-tools";
import { callerPrint, openSession, type CallerSession } from "./session-id";
import { toolAddress } from "./tool-address";

/** A message as a door has received it, of a caller who may call tools at all. */
export interface ReceivedMessage {
  readonly request: ApiRequest;
  readonly caller: Caller;
  readonly body: Buffer;
  /** The servers of the path, with commas; undefined: it names none. */
  readonly named: string | undefined;
  readonly admit: (named: NamedTool) => MaybePromise<Caller>;
  readonly listen: Listen;
}

/** Answers a message of a caller. @throws GatewayError, with the id of the request that failed; loop_detected */
export async function converse(services: Services, received: ReceivedMessage): Promise<ApiReply> {
  const { request, caller, body, named, admit, listen } = received;
  checkLoop(request);
  const numbers = new ExactNumbers();
  const settings = services.settings.current();
  const message = readMessage(body, numbers, settings.general.max_body_depth);
  if (isFaulty(message)) return messageReply(400, JSON.stringify(errorMessage(message.id, message.fault)));
  const id = "id" in message ? message.id : undefined;
  const envelope = readEnvelope(request.headers, message);
  if (isRefused(envelope)) return messageReply(envelope.status, JSON.stringify(errorMessage(id, envelope.error)));
  const session = envelope.era === "legacy" ? sessionOf(services, received) : undefined;
  if (session === "unknown") {
    const error = { code: RPC.invalidRequest, message: "There is no such session. Begin another with initialize." };
    return messageReply(404, JSON.stringify(errorMessage(id, error)));
  }
  const address = toolAddress(settings, named, request.headers["x-mcp-servers"]);
  const conversation = { services, request, caller, address, named, envelope, session, numbers, admit, listen };
  try {
    return await answer(conversation, message);
  } catch (error) {
    if (error instanceof ConnectionRequired && message.kind === "request")
      return askToConnect(conversation, message, error);
    throw withMessageId(error, id);
  }
}

function answer(conversation: Conversation, message: Message): Promise<ApiReply> {
  if (message.kind !== "request") return takeIn(conversation, message);
  const { services, request } = conversation;
  services.observer.toolMessageRead?.({ request, method: knownMethod(message.method) });
  const params = withoutConnectionAnswer(message.params);
  return answerRequest(conversation, params === message.params ? message : { ...message, params });
}

/** Takes what has no answer of its own. @throws GatewayError */
async function takeIn(conversation: Conversation, message: Exclude<Message, RequestMessage>): Promise<ApiReply> {
  const { session } = conversation;
  if (message.kind === "notification" && message.method === "notifications/cancelled" && session)
    conversation.services.toolServers.running.cancel(session.nonce, message.params["requestId"]);
  if (message.kind === "result" || message.kind === "error") await passAnswer(conversation, message);
  return { status: 202, headers: {}, body: "" };
}

/** The caller's session; undefined: it has begun none. */
function sessionOf({ secrets }: Services, { request, caller }: ReceivedMessage): CallerSession | "unknown" | undefined {
  const id = request.headers["mcp-session-id"];
  if (id === undefined) return undefined;
  return (typeof id === "string" && openSession(secrets, id, callerPrint(caller.identity))) || "unknown";
}

/** A caller's answer to a question of a server. One that answers nothing is dropped, as any server would. */
async function passAnswer(
  conversation: Conversation,
  message: Extract<Message, { kind: "result" | "error" }>,
): Promise<void> {
  const question = answeredQuestion(message.id);
  const server = conversation.address.servers.find(({ name }) => name === question?.server);
  if (!question || !server) return;
  await conversation.admit({ mcpServer: server.name });
  const state = stateOf(conversation, server);
  const asking = askingOf(conversation, server);
  const session = asking.session ?? (await state.sessions.get(asking.sessionOf));
  if (!session) return;
  await answerServer(conversation.services, state, { ...message.value, id: question.id }, { ...asking, session });
}

/** The error with the id of the message that failed, by which its caller knows it. */
function withMessageId(error: unknown, messageId: MessageId | undefined): unknown {
  if (!(error instanceof GatewayError) || messageId === undefined) return error;
  return new GatewayError(error.code, error.message, { ...error.options, messageId });
}

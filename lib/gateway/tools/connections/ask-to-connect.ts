import type { ApiReply } from "@/lib/doors/contract";
import { connectionQuestion } from "@/lib/mcp/connections/elicitation";
import type { RequestMessage } from "@/lib/mcp/message";
import { errorReplyTo, resultReply, type Conversation } from "../conversation";
import { gatewayAddress } from "../protected-resource";
import type { ConnectionRequired } from "./connection-required";

/** The page where users connect to servers, behind the address of the gateway. */
const CONNECTIONS_PATH = "/console/connections";

/** Tells a caller where its user connects to a server, in the way that its client can show. */
export function askToConnect(
  conversation: Conversation,
  asked: RequestMessage,
  { server }: Pick<ConnectionRequired, "server">,
): ApiReply {
  const { services, request, envelope, session } = conversation;
  const { environment } = services;
  const page = `${gatewayAddress(environment, request)}${CONNECTIONS_PATH}?server=${encodeURIComponent(server)}`;
  const { method, params } = asked;
  const caller = {
    era: envelope.era,
    version: session?.version,
    capabilities: envelope.era === "modern" ? envelope.capabilities : (session?.capabilities ?? {}),
    method,
    params,
  };
  const url = environment.console ? page : undefined;
  const said = connectionQuestion(caller, { server, url, id: services.newId() });
  return "result" in said
    ? resultReply(conversation, asked, said.result)
    : errorReplyTo(conversation, asked.id, said.error);
}

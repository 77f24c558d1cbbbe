import { GatewayError } from "@/lib/errors";
import type { ApiReply } from "@/lib/doors/contract";

/** How a streamed answer is sent: as events, or as the list of its pieces. */
export type StreamForm = "events" | "list";

/**
 * What a query says about the form of a streamed answer: `alt=sse`, or nothing. @throws GatewayError invalid_request
 * for a form that is not served
 */
export function streamForm(query: string): StreamForm {
  const asked = new URLSearchParams(query);
  // Google's own client libraries write `$alt=json;enum-encoding=int`.
  const alt = (asked.get("alt") ?? asked.get("$alt") ?? "json").split(";", 1)[0];
  if (alt === "sse") return "events";
  if (alt === "json") return "list";
  throw new GatewayError("invalid_request", '"alt" must be sse or json.', { param: "alt" });
}

/** The answer of a streamed call in the form that its caller asked for. Errors stay as they are. */
export function asStreamed(reply: ApiReply, form: StreamForm): ApiReply {
  const { body, status } = reply;
  if (status >= 400) return reply;
  if (typeof body === "string" || Buffer.isBuffer(body)) {
    // An upstream that does not stream has answered with the whole.
    const text = String(body);
    reply.headers["content-type"] = TYPES[form];
    return { ...reply, body: form === "events" ? `data: ${text}\n\n` : `[${text}]` };
  }
  if (form === "events") return reply;
  reply.headers["content-type"] = TYPES[form];
  return { ...reply, body: listOfEvents(body) };
}

const TYPES: Readonly<Record<StreamForm, string>> = { events: "text/event-stream", list: "application/json" };

const DATA = "data: ";
const EVENT_END = "\n\n";

/**
 * The data of events as the items of a JSON list. `stream`: whole events, as the gateway's own writer writes them, each
 * with one line of data.
 */
async function* listOfEvents(stream: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let isFirst = true;
  for await (const chunk of stream) {
    let text = "";
    for (const event of Buffer.from(chunk).toString("utf8").split(EVENT_END)) {
      if (!event.startsWith(DATA)) continue;
      text += (isFirst ? "[" : ",\r\n") + event.slice(DATA.length);
      isFirst = false;
    }
    if (text !== "") yield Buffer.from(text);
  }
  yield Buffer.from(isFirst ? "[]" : "]");
}

import { GatewayError } from "@/lib/errors";
import { AmazonFrameDecoder, type AmazonFrame } from "../../events/amazon-frames";

export const AMAZON_STREAM = "application/vnd.amazon.eventstream";

/** What becomes of a frame: the text of an event, possibly empty. */
type WriteEvent = (kind: string, payload: Buffer, isException: boolean) => string;

/** Makes server-sent events of Amazon's frames, which every reader of streams knows. */
export class AmazonFrameReader {
  readonly #decoder = new AmazonFrameDecoder();

  constructor(readonly write: WriteEvent) {}

  push(chunk: Uint8Array): Uint8Array[] {
    const events = this.#decoder.push(chunk).map((frame) => this.#eventOf(frame));
    const text = events.join("");
    return text === "" ? [] : [Buffer.from(text)];
  }

  end(): Uint8Array[] {
    if (!this.#decoder.isWithin) return [];
    throw new GatewayError("upstream_unreachable", "The upstream ended the stream within a frame.");
  }

  #eventOf({ headers, payload }: AmazonFrame): string {
    switch (headers.get(":message-type")) {
      case "event":
        return this.write(headers.get(":event-type") ?? "", payload, false);
      case "exception":
        return this.write(headers.get(":exception-type") ?? "", payload, true);
      case "error": {
        // An error of the connection has its words in the headers.
        const message = headers.get(":error-message") ?? "";
        return this.write(headers.get(":error-code") ?? "", Buffer.from(JSON.stringify({ message })), true);
      }
      default:
        return "";
    }
  }
}

/** Converse's events: an object whose only member is named for the kind of the event. */
export const converseFraming = {
  contentType: AMAZON_STREAM,
  open: () =>
    new AmazonFrameReader((kind, payload) => {
      const json = payload.length === 0 ? "{}" : payload.toString("utf8").replaceAll(/[\r\n]/g, " ");
      return `data: {${JSON.stringify(kind)}:${json}}\n\n`;
    }),
};

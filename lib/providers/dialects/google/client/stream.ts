import { errorReply, type GatewayError } from "@/lib/errors";
import type { Usage } from "@/lib/usage";
import { ExactNumbers } from "../../../exact-numbers";
import type { AnswerEnd, AnswerEvent, NeutralError } from "../../../form/answer";
import type { AnsweredCall, AnswerWriter } from "../../../form/halves";
import type { ThoughtPart } from "../../../form/request";
import type { JsonObject } from "../../../json-value";
import { GroundingWriter } from "../grounding";
import { responseOf, sealed, writeCall, writeGoogleError, type AnswerHead } from "./answer";
import { showsThoughts } from "./request";

interface OpenCall {
  readonly id: unknown;
  readonly name: unknown;
  arguments: string;
}

/** The thought that is being written. */
interface OpenThought {
  text: string;
  signature: string;
}

/**
 * Writes the answer of `streamGenerateContent` as events, each a piece of the answer. A call is one piece: it goes out
 * once its arguments are whole. The thoughts that somebody signed go with the next piece, as Google's do.
 */
export class GoogleWriter implements AnswerWriter {
  readonly #call: Pick<AnsweredCall, "model" | "body">;
  readonly #isShown: boolean;
  /** Who writes the further answers, by their number. */
  readonly #others = new Map<number, GoogleWriter>();
  #head: AnswerHead;
  readonly #calls = new Map<number, OpenCall>();
  #thought: OpenThought | undefined;
  #thoughts: ThoughtPart[] = [];
  readonly #web = new GroundingWriter();
  #end: AnswerEnd = "stop";
  #hasSpoken = false;

  /** `index`: which of the answers this is. */
  constructor(call: Pick<AnsweredCall, "model" | "body">, index = 0) {
    this.#call = call;
    this.#head = { id: undefined, model: call.model, index };
    this.#isShown = showsThoughts(call.body);
  }

  write(event: AnswerEvent): string {
    switch (event.kind) {
      case "start":
        this.#head = { ...this.#head, id: event.id, model: event.model ?? this.#head.model };
        return "";
      case "text":
      case "refusal":
        if (event.text === "") return "";
        this.#web.say(event.text);
        return this.#closeAll() + this.#say({ text: event.text });
      case "cited":
        this.#web.cite(event.citation);
        return "";
      case "search":
        this.#web.search(event);
        return "";
      case "thought":
        return this.#think(event.text);
      case "signature":
        this.#openThought().signature += event.text;
        return "";
      case "redacted":
        this.#closeThought();
        this.#thoughts.push({ kind: "thought", redacted: String(event.data) });
        return "";
      case "call":
        this.#calls.set(event.call, { id: event.id, name: event.name, arguments: "" });
        return "";
      case "arguments": {
        const call = this.#calls.get(event.call);
        if (call) call.arguments += event.text;
        return "";
      }
      case "close":
        return this.#close();
      case "end":
        this.#end = event.end;
        return this.#close();
      case "other":
        return this.#other(event.answer).write(event.event);
      default:
        return "";
    }
  }

  finish({ usage }: { readonly usage: Usage }): string {
    let others = "";
    for (const other of this.#others.values()) others += other.#finish();
    return others + this.#finish(usage);
  }

  /** The last piece, of which only one has the usage of all answers. */
  #finish(usage?: Usage): string {
    const closing = this.#close();
    const isBlocked = this.#end === "filtered" && !this.#hasSpoken;
    const last = isBlocked ? [] : [sealed({ text: "" }, this.#thoughts)];
    return closing + eventOf(responseOf(this.#head, last, this.#end, usage, this.#web.metadata()));
  }

  error(error: NeutralError): string {
    return eventOf(writeGoogleError(error));
  }

  failure(error: GatewayError): string {
    return eventOf(errorReply(error, "google").body);
  }

  #other(index: number): GoogleWriter {
    let other = this.#others.get(index);
    if (!other) this.#others.set(index, (other = new GoogleWriter(this.#call, index)));
    return other;
  }

  #think(text: string): string {
    if (text === "") return "";
    const closing = this.#closeCalls();
    this.#openThought().text += text;
    return this.#isShown ? closing + eventOf(responseOf(this.#head, [{ text, thought: true }])) : closing;
  }

  #openThought(): OpenThought {
    return (this.#thought ??= { text: "", signature: "" });
  }

  #closeThought(): void {
    if (this.#thought) this.#thoughts.push({ kind: "thought", ...this.#thought });
    this.#thought = undefined;
  }

  #close(): string {
    this.#web.close();
    return this.#closeAll();
  }

  #closeAll(): string {
    this.#closeThought();
    return this.#closeCalls();
  }

  #closeCalls(): string {
    let text = "";
    for (const call of this.#calls.values()) {
      const exact = new ExactNumbers();
      text += exact.restore(this.#say(writeCall(call, exact)));
    }
    this.#calls.clear();
    return text;
  }

  #say(part: JsonObject): string {
    this.#closeThought();
    const text = eventOf(responseOf(this.#head, [sealed(part, this.#thoughts)]));
    this.#thoughts = [];
    this.#hasSpoken = true;
    return text;
  }
}

function eventOf(value: object): string {
  return `data: ${JSON.stringify(value)}\n\n`;
}

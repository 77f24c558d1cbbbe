import { GatewayError } from "@/lib/errors";
import { changedList } from "@/lib/mcp/list-changes";
import { isFaulty, readMessage, type Message, type MessageId } from "@/lib/mcp/message";
import { eraOf, META, NEWEST_LEGACY, RPC } from "@/lib/mcp/protocol";
import { ExactNumbers } from "@/lib/providers/exact-numbers";
import { objectAt, textAt, type JsonObject } from "@/lib/providers/json-value";
import type { AnswerControl, AnswerHandler } from "@/lib/upstream/http1/connection";

/** A message for a program, as it would go to a server by HTTP. `body` undefined: its own stream is asked for. */
export interface ProgramMessage {
  readonly body: string | undefined;
  readonly headers: Readonly<Record<string, string>>;
  /** Milliseconds without a word of the program. */
  readonly timeoutMs: number;
}

interface Waiting {
  readonly handler: AnswerHandler;
  readonly control: Control;
  /** The caller's own name for the progress of its request, if it wants to hear of it. */
  readonly progressToken?: unknown;
}

/** How the gateway's own `initialize` is called: a process is asked once, whoever is its first caller. */
const HELLO = "hello";
const HELLO_MS = 60_000;
/** How many bytes may wait for a slow reader before its request is given up: nothing slows one caller of a program. */
const MOST_WAITING = 16 * 1024 * 1024;

/** The program has said nothing for too long. */
class ProgramSilent extends Error {
  readonly code = "UND_ERR_BODY_TIMEOUT";
}

/** One request as its reader sees it. */
class Control implements AnswerControl {
  paused = false;
  #waitingBytes = 0;
  readonly #silence: NodeJS.Timeout;

  /** `left`: the reader has gone. `fail`: the request is given up. */
  constructor(
    timeoutMs: number,
    private readonly left: () => void,
    private readonly fail: (error: Error) => void,
  ) {
    this.#silence = setTimeout(() => fail(new ProgramSilent("the program has said nothing in time")), timeoutMs);
  }

  pause(): void {
    this.paused = true;
  }

  resume(): void {
    this.paused = false;
    this.#waitingBytes = 0;
  }

  abort(): void {
    this.close();
    this.left();
  }

  /** The program has said something. */
  heard(bytes: number): void {
    this.#silence.refresh();
    if (this.paused) this.#waitingBytes += bytes;
    if (this.#waitingBytes > MOST_WAITING) this.fail(new Error("the caller reads too slowly"));
  }

  close(): void {
    clearTimeout(this.#silence);
  }
}

/**
 * Speaks with a program as with a server by HTTP: one program serves all callers, as if each had a connection. What it
 * asks of callers is refused, because nobody could say whom it means; what it tells of changes goes to all who listen.
 */
export class ProgramDoor {
  readonly #waiting = new Map<MessageId, Waiting>();
  readonly #listening = new Set<Waiting>();
  /** What the running process has answered to `initialize`; undefined: nobody has said hello to it. */
  #hello: Promise<JsonObject> | undefined;
  #helloes = 0;

  constructor(private readonly write: (line: string) => void) {}

  dispatch(message: ProgramMessage, handler: AnswerHandler): void {
    const fail = (error: unknown): void => {
      this.#leave(control);
      handler.onResponseError(control, error instanceof Error ? error : new Error(String(error)));
    };
    const control = new Control(message.timeoutMs, () => this.#leave(control), fail);
    handler.onRequestStart(control);
    this.#answer(message, { handler, control }).catch(fail);
  }

  line(line: string): void {
    if (line.trim() === "") return;
    const numbers = new ExactNumbers();
    const message = readMessage(Buffer.from(line), numbers);
    // Programs print other things too, although they must not.
    if (isFaulty(message)) return;
    if (message.kind === "request") return this.#refuse(message);
    if (message.kind === "notification") return this.#pass(message, line, numbers);
    const waiting = message.id === undefined ? undefined : this.#waiting.get(message.id);
    if (message.id === undefined || !waiting) return;
    this.#waiting.delete(message.id);
    tell(waiting, line);
    end(waiting);
  }

  ended(): void {
    this.#hello = undefined;
    const lost = [...this.#waiting.values(), ...this.#listening];
    this.#waiting.clear();
    this.#listening.clear();
    const error = new GatewayError("upstream_unreachable", "The program that serves these tools has ended.");
    for (const { handler, control } of lost) {
      control.close();
      handler.onResponseError(control, error);
    }
  }

  async #answer({ body, headers }: ProgramMessage, one: Waiting): Promise<void> {
    if (body === undefined) {
      this.#listening.add(one);
      return begin(one);
    }
    const numbers = new ExactNumbers();
    const message = readMessage(Buffer.from(body), numbers);
    if (isFaulty(message)) throw new Error(message.fault.message);
    if (message.kind === "request" && message.method === "initialize") return this.#greet(message, one);
    const version = headers["mcp-protocol-version"] ?? "";
    if (eraOf(version) === "legacy") await (this.#hello ??= this.#sayHello(version));
    if (message.kind !== "request") {
      if (message.kind !== "notification" || message.method !== "notifications/initialized") this.write(body);
      one.handler.onResponseStart(one.control, 202, {});
      return end(one);
    }
    const meta = objectAt(message.params, "_meta");
    const { progressToken } = meta;
    begin(one);
    this.#waiting.set(message.id, { ...one, progressToken });
    if (progressToken === undefined) return this.write(body);
    // Two callers may have given their requests one name.
    const params = { ...message.params, _meta: { ...meta, progressToken: message.id } };
    this.write(numbers.restore(JSON.stringify({ ...message.value, params })));
  }

  /** Answers `initialize`: a process is asked once, and everybody gets that answer. */
  async #greet(message: Extract<Message, { kind: "request" }>, one: Waiting): Promise<void> {
    const version = textAt(message.params, "protocolVersion") ?? NEWEST_LEGACY;
    const said = await (this.#hello ??= this.#sayHello(version, message.params));
    begin(one);
    tell(one, JSON.stringify({ ...said, id: message.id }));
    end(one);
  }

  #sayHello(version: string, given: JsonObject = {}): Promise<JsonObject> {
    const id = `${HELLO}-${++this.#helloes}`;
    const clientInfo = given["clientInfo"] ?? { name: "model-gateway", version: "1" };
    const params = { protocolVersion: version, capabilities: {}, clientInfo };
    return new Promise((resolve, reject) => {
      const bytes: Buffer[] = [];
      const handler: AnswerHandler = {
        onRequestStart() {},
        onResponseStart() {},
        onResponseData: (_control, piece) => void bytes.push(piece),
        onResponseEnd: () => {
          this.write(JSON.stringify({ jsonrpc: "2.0", method: "notifications/initialized" }));
          resolve(JSON.parse(Buffer.concat(bytes).toString("utf8").slice("data: ".length)) as JsonObject);
        },
        onResponseError: (_control, error) => reject(error),
      };
      const control = new Control(
        HELLO_MS,
        () => {},
        (error) => {
          this.#waiting.delete(id);
          this.#hello = undefined;
          reject(error);
        },
      );
      this.#waiting.set(id, { handler, control });
      try {
        this.write(JSON.stringify({ jsonrpc: "2.0", id, method: "initialize", params }));
      } catch (error) {
        control.close();
        this.#waiting.delete(id);
        this.#hello = undefined;
        reject(error instanceof Error ? error : new Error(String(error)));
      }
    });
  }

  #refuse({ id, method }: Extract<Message, { kind: "request" }>): void {
    const answer =
      method === "ping" ? { result: {} } : { error: { code: RPC.methodNotFound, message: "Nobody can answer this." } };
    try {
      this.write(JSON.stringify({ jsonrpc: "2.0", id, ...answer }));
    } catch {
      // It has ended.
    }
  }

  /** A notification for the one whom it means. */
  #pass(message: Extract<Message, { kind: "notification" }>, line: string, numbers: ExactNumbers): void {
    const { params, method, value } = message;
    const subscription = objectAt(params, "_meta")[META.subscription];
    if (method === "notifications/progress" || subscription !== undefined) {
      const id = subscription ?? params["progressToken"];
      const waiting = typeof id === "string" || typeof id === "number" ? this.#waiting.get(id) : undefined;
      if (!waiting) return;
      if (subscription !== undefined) return tell(waiting, line);
      const named = { ...value, params: { ...params, progressToken: waiting.progressToken } };
      return tell(waiting, numbers.restore(JSON.stringify(named)));
    }
    if (changedList(method)) for (const listener of this.#listening) tell(listener, line);
  }

  /** Takes back a request that nobody waits for any more. */
  #leave(control: Control): void {
    control.close();
    for (const listener of this.#listening) if (listener.control === control) this.#listening.delete(listener);
    for (const [id, waiting] of this.#waiting) {
      if (waiting.control !== control) continue;
      this.#waiting.delete(id);
      const params = { requestId: id };
      try {
        this.write(JSON.stringify({ jsonrpc: "2.0", method: "notifications/cancelled", params }));
      } catch {
        // It has ended.
      }
    }
  }
}

function begin({ handler, control }: Waiting): void {
  handler.onResponseStart(control, 200, { "content-type": "text/event-stream" });
}

function tell({ handler, control }: Waiting, line: string): void {
  const bytes = Buffer.from(`data: ${line}\n\n`);
  handler.onResponseData(control, bytes);
  control.heard(bytes.length);
}

function end({ handler, control }: Waiting): void {
  control.close();
  handler.onResponseEnd();
}

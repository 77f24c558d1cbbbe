import { ALL_LIST_CHANGES, changedList, type ListChange } from "@/lib/mcp/list-changes";
import type { UpstreamExchange } from "@/lib/upstream/exchange";
import type { Services } from "../services";
import { openRequest } from "../tools/ask-server";
import { answerOf, type Messages, NOBODY_WAITS, sendToServer } from "../tools/io/server-exchange";
import { isForCallers, provenHeaders } from "../tools/server-headers";
import {
  type AskServices,
  type Asking,
  eraOfServer,
  isResponse,
  ownAsking,
  beginSession,
  sessionHeaders,
} from "../tools/server-session";
import type { ServerState } from "../tools/server-state";

export type EarServices = AskServices & Pick<Services, "wait">;

/** Without a word of it for that long, a stream is begun again, in milliseconds. */
const SILENT_MS = 60 * 60_000;
const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 5 * 60_000;

/**
 * Hears from one server that its lists change, while somebody wants to know: by one stream for all callers. A server
 * that is asked in the names of callers is not listened to, because each of them has a list of their own.
 */
class ServerEar {
  readonly #told = new Set<(changed: ListChange) => void>();
  #exchange: UpstreamExchange | undefined;
  #closed: AbortController | undefined;

  constructor(readonly state: ServerState) {}

  /** The result ends it. */
  open(services: EarServices, tell: (changed: ListChange) => void): () => void {
    this.#told.add(tell);
    if (!this.#closed && !isForCallers(this.state.server))
      void this.#listen(services, (this.#closed = new AbortController()));
    return () => {
      this.#told.delete(tell);
      if (this.#told.size === 0) this.#close();
    };
  }

  #close(): void {
    this.#closed?.abort();
    this.#closed = undefined;
    this.#exchange?.abort();
  }

  async #listen(services: EarServices, closed: AbortController): Promise<void> {
    for (let pauseMs = FIRST_PAUSE_MS; !closed.signal.aborted; pauseMs = Math.min(pauseMs * 2, LONGEST_PAUSE_MS)) {
      try {
        if (await this.#hear(services, closed.signal)) pauseMs = FIRST_PAUSE_MS;
      } catch {
        // Whoever asks the server for something sees what is wrong with it.
      }
      if (!closed.signal.aborted) await services.wait(pauseMs, closed.signal);
    }
  }

  /** Listens until the stream ends. Whether anything was heard. */
  async #hear(services: EarServices, closed: AbortSignal): Promise<boolean> {
    const { messages, id } = await this.#stream(services, closed);
    let isHeard = false;
    // What has changed before is told by no stream. Whoever listens looks again, and says nothing if all is as it was.
    this.#tell("toolsListChanged");
    for await (const message of messages) {
      if (closed.aborted || (id !== undefined && isResponse(message, id))) break;
      isHeard = true;
      const changed = message.kind === "notification" ? changedList(message.method) : undefined;
      if (changed) this.#tell(changed);
    }
    this.#exchange?.abort();
    return isHeard;
  }

  #tell(changed: ListChange): void {
    for (const tell of [...this.#told]) tell(changed);
  }

  async #stream(
    services: EarServices,
    closed: AbortSignal,
  ): Promise<{ readonly messages: Messages; readonly id?: string | number }> {
    const asking = ownAsking();
    const keep = (exchange: UpstreamExchange): void => {
      this.#exchange = exchange;
      if (closed.aborted) exchange.abort();
    };
    if ((await eraOfServer(services, this.state, asking)) === "legacy")
      return { messages: await this.#events(services, asking, keep) };
    const notifications = Object.fromEntries(ALL_LIST_CHANGES.map((name) => [name, true]));
    const question = {
      method: "subscriptions/listen",
      params: { notifications },
      timeoutMs: SILENT_MS,
      onSent: ({ exchange }: { readonly exchange: UpstreamExchange }) => keep(exchange),
    };
    return openRequest(services, this.state, question, asking);
  }

  /** What a server of the legacy era says unasked, in a session. @throws Error if it has no such stream */
  async #events(services: EarServices, asking: Asking, keep: (exchange: UpstreamExchange) => void): Promise<Messages> {
    const { server } = this.state;
    // One of its own: a server gives each session one such stream, and an old one may not be over for it yet.
    const session = await beginSession(services, this.state, asking);
    const headers = { ...(await provenHeaders(services, server, asking)), ...sessionHeaders(session) };
    const sent = { server, headers, via: undefined, timeoutMs: SILENT_MS };
    const exchange = sendToServer(services, { ...sent, body: undefined, isRepeatable: true }, NOBODY_WAITS);
    keep(exchange);
    const head = await exchange.head;
    const { messages } = answerOf(exchange, head, asking.numbers);
    if (head.status === 200) return messages;
    throw new Error(`The server has no stream of its own (${head.status}).`);
  }
}

const ears = new WeakMap<ServerState, ServerEar>();

/** Calls `tell` whenever a server says that a list of its has changed. The result ends it. */
export function listenToServer(
  services: EarServices,
  state: ServerState,
  tell: (changed: ListChange) => void,
): () => void {
  let ear = ears.get(state);
  if (!ear) ears.set(state, (ear = new ServerEar(state)));
  return ear.open(services, tell);
}

import { GatewayError } from "@/lib/errors";
import type { MessageId } from "@/lib/mcp/message";

/** A request that is in flight at a server. */
interface Running {
  abort(reason: Error): void;
}

/** A request that its caller has cancelled by a message. Nobody reads the answer. */
export class CancelledByCaller extends GatewayError {
  constructor() {
    super("upstream_unreachable", "The request has been cancelled by its caller.");
  }
}

/**
 * The requests of sessions of the legacy era that are in flight in this process. Such a caller cancels a request by a
 * message of its own; callers of the modern era hang up.
 */
export class RunningRequests {
  readonly #running = new Map<string, Running>();

  /** `session`: the nonce of the caller's session, which nobody else can name. The result ends the entry. */
  enter(session: string, id: MessageId, running: Running): () => void {
    const key = keyOf(session, id);
    this.#running.set(key, running);
    return () => {
      if (this.#running.get(key) === running) this.#running.delete(key);
    };
  }

  /** Breaks off a request of a session. One that is not in flight here is left alone. */
  cancel(session: string, id: unknown): void {
    if (typeof id !== "string" && typeof id !== "number") return;
    this.#running.get(keyOf(session, id))?.abort(new CancelledByCaller());
  }
}

function keyOf(session: string, id: MessageId): string {
  return JSON.stringify([session, id]);
}

import { Readable } from "node:stream";
import type { buildConnector, Dispatcher } from "undici";
import type { Pieces } from "@/lib/http/pieces";
import { type AnswerHandler, Connection, type ConnectionOwner, LineCall, type TimedRequest } from "./connection";

/** A request with its body, whole or as it comes. */
export interface LineRequest extends TimedRequest {
  readonly body?: Buffer | Pieces | Readable | undefined;
}

/** The way to one upstream. */
export interface Line {
  /** Sends a request. Errors go to the handler. */
  dispatch(request: LineRequest, handler: AnswerHandler): void;
}

/**
 * Calls of one upstream over connections of HTTP/1.1 that are kept, as many as are needed. It does only what a call
 * needs, for half of what undici's pool costs. Bodies that come in pieces are left to that pool.
 */
export class CallLine implements Line, ConnectionOwner {
  readonly #origin: URL;
  readonly #connect: buildConnector.connector;
  readonly #pool: Pick<Dispatcher, "dispatch">;
  readonly #connections = new Set<Connection>();
  /** The one that was used last is taken first, so that the others close when there are fewer calls. */
  readonly #free: Connection[] = [];
  #isClosed = false;

  /** `pool`: of the same upstream. */
  constructor(origin: string, connect: buildConnector.connector, pool: Pick<Dispatcher, "dispatch">) {
    this.#origin = new URL(origin);
    this.#connect = connect;
    this.#pool = pool;
  }

  dispatch(request: LineRequest, handler: AnswerHandler): void {
    const { body } = request;
    if (body instanceof Readable) return void this.#pool.dispatch({ ...request, body }, handler);
    const call = new LineCall(request, body, handler);
    for (let kept = this.#free.pop(); kept; kept = this.#free.pop()) if (kept.isUsable) return this.#send(call, kept);
    this.#sendOnNew(call);
  }

  free(connection: Connection): void {
    this.#free.push(connection);
  }

  ended(connection: Connection): void {
    if (!this.#connections.delete(connection)) return;
    const at = this.#free.indexOf(connection);
    if (at !== -1) this.#free.splice(at, 1);
  }

  unread(call: LineCall): void {
    call.withdraw();
    this.#sendOnNew(call);
  }

  /** Breaks off everything. */
  close(): void {
    this.#isClosed = true;
    for (const connection of [...this.#connections]) connection.destroy(new Error("the gateway closes"));
  }

  #send(call: LineCall, connection: Connection): void {
    try {
      connection.send(call);
    } catch (error) {
      this.#free.push(connection);
      call.fail(error instanceof Error ? error : new Error(String(error)));
    }
  }

  #sendOnNew(call: LineCall): void {
    const { protocol, hostname, host, port } = this.#origin;
    this.#connect({ protocol, hostname: hostname.replace(/^\[|\]$/g, ""), host, port }, (error, socket) => {
      if (error || !socket) return call.fail(error ?? new Error("no connection"));
      if (this.#isClosed) {
        socket.destroy();
        return call.fail(new Error("the gateway closes"));
      }
      const connection = new Connection(socket, host, this);
      this.#connections.add(connection);
      this.#send(call, connection);
    });
  }
}

import type { Server } from "node:http";
import { setImmediate as turn } from "node:timers/promises";
import { Server as NetServer, type Socket } from "node:net";
import { bounded } from "@/lib/time/io/deadline";
import { wait } from "@/lib/time/io/wait";
import type { RequestsUnderWay } from "./requests-under-way";

/** How a server stops, in milliseconds. */
export interface DrainTimes {
  /** How long connections are still accepted, so that load balancers notice readiness first. */
  readonly delayMs: number;
  /** How long idle connections stay open after that: a request of their callers may still be on its way. */
  readonly idleMs: number;
  /** How long requests in flight may go on after the delay. */
  readonly graceMs: number;
}

/**
 * Connections are accepted until none has come for this many turns of the loop, at least 10 ms each, or for a second.
 */
const QUIET_TURNS = 10;
const TURN_MS = 10;
const MOST_ACCEPTING_MS = 1_000;

/** How long ended requests may take to send their error and to be booked, in milliseconds. */
const LAST_WORDS_MS = 2_000;
const LOOK_EVERY_MS = 250;
const SAY_EVERY_MS = 5_000;

export interface Draining {
  readonly server: Server;
  readonly sockets: ReadonlySet<Socket>;
  readonly underWay: RequestsUnderWay;
  readonly times: DrainTimes;
  /** Ends the calls that are in flight, each with an error in its own dialect. */
  readonly cut: () => void;
  /** Tells the operator what is being waited for. */
  readonly say: (line: string) => void;
}

/**
 * Stops a server without failing a request. It goes on accepting for a while, tells callers `Connection: close`, closes
 * idle connections, and waits for the requests in flight. What is left after the grace period is ended. Resolves when
 * no connection is open and no request is in flight.
 */
export async function drainServer({ server, sockets, underWay, times, cut, say }: Draining): Promise<void> {
  const { delayMs, idleMs, graceMs } = times;
  underWay.closeConnections();
  if (delayMs > 0) say(`stopping: readiness answers 503, and calls are accepted for ${seconds(delayMs)} more`);
  await wait(delayMs);
  if (graceMs > 0) await acceptWaiting(server);
  let isOver = false;
  const over = stopListening(server)
    .then(() => underWay.none())
    .then(() => void (isOver = true));
  let saidMs = -SAY_EVERY_MS;
  for (let pastMs = 0; !isOver && pastMs < graceMs; pastMs += LOOK_EVERY_MS) {
    if (pastMs >= idleMs) closeIdle(server, sockets);
    if (underWay.count > 0 && pastMs - saidMs >= SAY_EVERY_MS) {
      say(`stopping: waiting for ${requests(underWay.count)}, ${seconds(graceMs - pastMs)} at most`);
      saidMs = pastMs;
    }
    await bounded(over, Math.min(LOOK_EVERY_MS, graceMs - pastMs));
  }
  if (isOver) return;
  if (underWay.count > 0) say(`stopping: ending ${requests(underWay.count)} that took longer`);
  cut();
  await bounded(underWay.none(), LAST_WORDS_MS);
  server.closeAllConnections();
  await bounded(over, LAST_WORDS_MS);
}

/**
 * Accepts what waits in the kernel's queue: closing the listening socket would reset these connections, whose callers
 * may have sent their whole requests. Node.js accepts one in each turn of its loop, so a busy process has a queue.
 */
async function acceptWaiting(server: Server): Promise<void> {
  let accepted = 0;
  const count = (): void => void accepted++;
  server.on("connection", count);
  const until = performance.now() + MOST_ACCEPTING_MS;
  for (let quiet = 0; quiet < QUIET_TURNS && performance.now() < until;) {
    const before = accepted;
    // A queue is emptied without pauses.
    await (quiet === 0 ? turn() : wait(TURN_MS));
    quiet = accepted === before ? quiet + 1 : 0;
  }
  server.off("connection", count);
}

/**
 * Stops accepting. Resolves when the last connection has closed. `server.close()` of node:http would close idle
 * connections at once, together with requests that are on their way.
 */
function stopListening(server: Server): Promise<void> {
  return new Promise((resolve) => NetServer.prototype.close.call(server, () => resolve()));
}

/** Closes idle connections. Node.js does not count a connection as idle on which nothing has been sent yet. */
function closeIdle(server: Server, sockets: ReadonlySet<Socket>): void {
  server.closeIdleConnections();
  for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy();
}

function requests(count: number): string {
  return count === 1 ? "1 request" : `${count} requests`;
}

function seconds(milliseconds: number): string {
  const whole = Math.ceil(milliseconds / 1000);
  return whole === 1 ? "1 second" : `${whole} seconds`;
}

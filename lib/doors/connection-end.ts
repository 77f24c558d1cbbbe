import type { Socket } from "node:net";

/** Who wants to know that a connection's other side sends no more. One listener at the socket serves them all. */
const LISTENERS = new WeakMap<Socket, Set<() => void>>();

/**
 * Calls the listener when the other side of a connection has ended what it sends, or at once if it has. Returns what
 * takes the listener away again: a connection outlives its requests.
 */
export function onConnectionEnd(socket: Socket, listener: () => void): () => void {
  if (socket.readableEnded) {
    listener();
    return () => {};
  }
  const listeners = LISTENERS.get(socket) ?? watch(socket);
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

function watch(socket: Socket): Set<() => void> {
  const listeners = new Set<() => void>();
  LISTENERS.set(socket, listeners);
  socket.once("end", () => {
    for (const listener of listeners) listener();
  });
  return listeners;
}

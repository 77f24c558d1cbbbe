import type { buildConnector } from "undici";

/** The errors of connections that had already carried an answer. */
const ofReused = new WeakSet<Error>();

/**
 * undici's code for a connection that the other side closed, as it does with idle ones. A connection that breaks down
 * is reset instead.
 */
const CLOSED = "UND_ERR_SOCKET";

/**
 * Wraps a connector so that the error of a closed connection tells whether the connection had carried an answer before.
 */
export function markReuse(connect: buildConnector.connector): buildConnector.connector {
  return (options, callback) =>
    connect(options, (...result) => {
      const [, socket] = result;
      if (socket) {
        const handshake = socket.bytesRead;
        socket.on("error", (error: NodeJS.ErrnoException) => {
          if (error.code === CLOSED && socket.bytesRead > handshake) ofReused.add(error);
        });
      }
      callback(...result);
    });
}

/** Whether the connection had served before, so that the error may only mean that it was idle and was closed. */
export function wasReused(error: Error): boolean {
  return ofReused.has(error);
}

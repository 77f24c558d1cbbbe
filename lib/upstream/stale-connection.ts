import type { buildConnector } from "undici";

/** The ends of connections which had already carried an answer. */
const ofReused = new WeakSet<Error>();

/** undici's code of a connection that the other side has closed, as an idle one is; one that breaks down is reset. */
const CLOSED = "UND_ERR_SOCKET";

/** A connector that remembers of its connections' ends whether an answer had been read from them before. */
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

/** Whether the error is of a connection that had served before, so that its end may be that of an idle connection. */
export function wasReused(error: Error): boolean {
  return ofReused.has(error);
}

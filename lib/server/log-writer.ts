import { writeSync } from "node:fs";
import type { Writable } from "node:stream";

/**
 * Bytes of a piece. The system writes up to this many to a pipe at once (PIPE_BUF), so lines of several workers never
 * mix.
 */
const PIECE = 4_096;
/** Characters that may wait for a slow reader: about half a minute of a busy gateway. */
const MOST_WAITING = 8 * 1024 * 1024;

export interface LogWriter {
  /** Takes a line with its line break. It is written after the present turn of the event loop. */
  write(line: string): void;
  /** Writes what waits at once, for a process that ends. What a full pipe does not take is lost. */
  flush(): void;
}

export interface LogWriterOptions {
  /** Where the lines go, such as standard error. It must not block: it queues what a full pipe does not take. */
  readonly stream: Pick<Writable, "write" | "on">;
  /** The file descriptor of `stream`, for `flush`. */
  readonly descriptor: number;
  /** Called once the reader has caught up, with the number of lines that were dropped because it was too slow. */
  readonly onDropped: (lines: number) => void;
}

/**
 * Writes lines in pieces, one after the other, and never waits. If too much waits for a slow reader, further lines are
 * dropped and counted. If the reader is gone, all lines are lost.
 */
export function createLogWriter({ stream, descriptor, onDropped }: LogWriterOptions): LogWriter {
  let waiting: string[] = [];
  let size = 0;
  let dropped = 0;
  let isWriting = false;
  let isScheduled = false;

  /** Takes whole lines for one piece off the queue; a longer line is a piece of its own. */
  const nextPiece = (): string => {
    let bytes = 0;
    let lines = 0;
    for (const line of waiting) {
      bytes += Buffer.byteLength(line);
      if (lines > 0 && bytes > PIECE) break;
      lines++;
    }
    const piece = waiting.splice(0, lines).join("");
    size -= piece.length;
    return piece;
  };
  const writeNext = (): void => {
    isScheduled = false;
    if (isWriting) return;
    if (waiting.length === 0) return caughtUp();
    isWriting = true;
    stream.write(nextPiece(), () => {
      isWriting = false;
      writeNext();
    });
  };
  const caughtUp = (): void => {
    if (dropped === 0) return;
    const lines = dropped;
    dropped = 0;
    onDropped(lines);
  };
  // Without a listener, the error of a reader that is gone would end the gateway.
  stream.on("error", () => {});

  return {
    write(line) {
      if (size + line.length > MOST_WAITING) {
        dropped++;
        return;
      }
      waiting.push(line);
      size += line.length;
      if (isScheduled || isWriting) return;
      isScheduled = true;
      setImmediate(writeNext);
    },
    flush() {
      const rest = waiting.join("");
      waiting = [];
      size = 0;
      try {
        if (rest !== "") writeSync(descriptor, rest);
      } catch {
        // The pipe is full, or nobody reads it.
      }
    },
  };
}

import { writeSync } from "node:fs";
import type { Writable } from "node:stream";

/**
 * Bytes of a piece that several processes may write to one pipe: the system writes up to this many at once (PIPE_BUF),
 * so their lines never mix.
 */
const SHARED_PIECE = 4_096;
/** Bytes of a piece if nobody else writes. */
const PIECE = 65_536;
/** The most bytes that a character takes in UTF-8, as JavaScript counts characters. */
const BYTES_OF_CHARACTER = 3;
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
  /** Whether other processes write there too. */
  readonly isShared: () => boolean;
  /** Called once the reader has caught up, with the number of lines that were dropped because it was too slow. */
  readonly onDropped: (lines: number) => void;
}

/**
 * Writes lines in pieces, one after the other, and never waits. If too much waits for a slow reader, further lines are
 * dropped and counted. If the reader is gone, all lines are lost.
 */
export function createLogWriter({ stream, descriptor, isShared, onDropped }: LogWriterOptions): LogWriter {
  let waiting: string[] = [];
  let size = 0;
  let dropped = 0;
  let isWriting = false;
  let isScheduled = false;

  /** Takes whole lines for one piece off the queue; a longer line is a piece of its own. */
  const nextPiece = (): string => {
    const most = isShared() ? SHARED_PIECE : PIECE;
    let lines = waiting.length;
    if (size * BYTES_OF_CHARACTER > most) {
      let bytes = 0;
      lines = 0;
      for (const line of waiting) {
        bytes += Buffer.byteLength(line);
        if (lines > 0 && bytes > most) break;
        lines++;
      }
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

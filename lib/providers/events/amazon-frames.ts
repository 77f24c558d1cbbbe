import { crc32 } from "node:zlib";
import { GatewayError } from "@/lib/errors";

/** One frame of Amazon's event streams. */
export interface AmazonFrame {
  /** Those whose value is a text; no others say anything about a model's answer. */
  readonly headers: ReadonlyMap<string, string>;
  readonly payload: Buffer;
}

const PRELUDE = 12;
const CHECKSUM = 4;
/** Bytes. Amazon's own bound is 24 MiB for a payload and 128 KiB for headers; no event of a model is near it. */
const LARGEST_FRAME = 16 * 1024 * 1024;
const TEXT = 7;
const BYTES = 6;
/** How many bytes the values of the other types take, by type: true, false, byte, short, int, long, time, UUID. */
const LENGTHS: Readonly<Record<number, number>> = { 0: 0, 1: 0, 2: 1, 3: 2, 4: 4, 5: 8, 8: 8, 9: 16 };

/**
 * Reads the frames of an event stream (`application/vnd.amazon.eventstream`), wherever its chunks are cut. Both
 * checksums are verified: a frame that is damaged would end the answer in silence otherwise.
 */
export class AmazonFrameDecoder {
  #pending: Buffer[] = [];
  #size = 0;
  /** How long the frame is that has begun; 0: its length has not come yet. */
  #wanted = 0;

  /** Whether a frame has begun that is not complete. */
  get isWithin(): boolean {
    return this.#size > 0;
  }

  /** The frames that this chunk completes. @throws GatewayError upstream_invalid_response for a damaged one */
  push(chunk: Uint8Array): AmazonFrame[] {
    const frames: AmazonFrame[] = [];
    this.#pending.push(Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength));
    this.#size += chunk.byteLength;
    for (;;) {
      if (this.#wanted === 0) {
        if (this.#size < PRELUDE) return frames;
        this.#wanted = readLength(this.#joined());
      }
      if (this.#size < this.#wanted) return frames;
      const bytes = this.#joined();
      frames.push(readFrame(bytes.subarray(0, this.#wanted)));
      const rest = bytes.subarray(this.#wanted);
      this.#pending = rest.length > 0 ? [rest] : [];
      this.#size = rest.length;
      this.#wanted = 0;
    }
  }

  /** What is pending, in one piece. It is joined twice for each frame at most, however many chunks it comes in. */
  #joined(): Buffer {
    const [first] = this.#pending;
    const whole = this.#pending.length === 1 && first ? first : Buffer.concat(this.#pending, this.#size);
    this.#pending = [whole];
    return whole;
  }
}

function readLength(bytes: Buffer): number {
  if (bytes.readUInt32BE(8) !== crc32(bytes.subarray(0, 8))) throw damaged("the checksum of a frame's head is wrong");
  const total = bytes.readUInt32BE(0);
  const headers = bytes.readUInt32BE(4);
  if (total > LARGEST_FRAME || total < PRELUDE + headers + CHECKSUM) throw damaged("a frame has an impossible length");
  return total;
}

function readFrame(frame: Buffer): AmazonFrame {
  const end = frame.length - CHECKSUM;
  if (frame.readUInt32BE(end) !== crc32(frame.subarray(0, end))) throw damaged("the checksum of a frame is wrong");
  const payload = PRELUDE + frame.readUInt32BE(4);
  return { headers: readHeaders(frame.subarray(PRELUDE, payload)), payload: frame.subarray(payload, end) };
}

function readHeaders(bytes: Buffer): Map<string, string> {
  const headers = new Map<string, string>();
  try {
    for (let at = 0; at < bytes.length;) {
      const nameEnd = at + 1 + bytes.readUInt8(at);
      const type = bytes.readUInt8(nameEnd);
      const hasLength = type === TEXT || type === BYTES;
      const start = nameEnd + (hasLength ? 3 : 1);
      const length = hasLength ? bytes.readUInt16BE(nameEnd + 1) : LENGTHS[type];
      if (length === undefined || start + length > bytes.length) throw damaged("a header of a frame cannot be read");
      if (type === TEXT)
        headers.set(bytes.toString("utf8", at + 1, nameEnd), bytes.toString("utf8", start, start + length));
      at = start + length;
    }
  } catch (error) {
    if (error instanceof RangeError) throw damaged("a header of a frame cannot be read");
    throw error;
  }
  return headers;
}

function damaged(what: string): GatewayError {
  return new GatewayError("upstream_invalid_response", `The upstream's event stream is damaged: ${what}.`);
}

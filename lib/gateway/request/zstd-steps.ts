import { GatewayError } from "@/lib/errors";

/** Bytes. The largest window that HTTP allows (RFC 9659). */
const LARGEST_WINDOW = 8 * 1024 * 1024;
/** Bytes of a block at most (RFC 8878, 3.1.1.2.4). */
const LARGEST_BLOCK = 128 * 1024;
/** The library moves a window for each block. Beyond this many bytes, that takes seconds. */
const MOST_MOVED = 4 * 1024 ** 3;
/** Blocks that are unpacked in one go: 2 MiB at most, in a few milliseconds. */
const BLOCKS_OF_A_STEP = 16;

const FRAME = 0xfd2fb528;
const SKIPPABLE = 0x184d2a5;

/**
 * Where to cut zstd's bytes (RFC 8878) so that each piece is unpacked at once: after some blocks, and at the end. It
 * reads only the heads of frames and blocks, since the library would take memory for any window.
 * @throws GatewayError invalid_request for what is not zstd; payload_too_large for what would take too long
 */
export function zstdSteps(bytes: Buffer): number[] {
  try {
    return stepsOf(bytes);
  } catch (error) {
    if (error instanceof RangeError) throw broken();
    throw error;
  }
}

function stepsOf(bytes: Buffer): number[] {
  const steps: number[] = [];
  let at = 0;
  let moved = 0;
  let blocks = 0;
  while (at < bytes.length) {
    const magic = bytes.readUInt32LE(at);
    if (magic >>> 4 === SKIPPABLE) {
      at += 8 + bytes.readUInt32LE(at + 4);
      continue;
    }
    if (magic !== FRAME) throw broken();
    const frame = readHead(bytes, at + 4);
    if (frame.window > LARGEST_WINDOW)
      throw invalid(`The body's zstd window is larger than ${LARGEST_WINDOW} bytes (RFC 9659).`);
    at = frame.end;
    for (let isLast = false; !isLast;) {
      const head = bytes.readUIntLE(at, 3);
      const kind = (head >> 1) & 3;
      const size = head >> 3;
      if (kind === RESERVED || size > LARGEST_BLOCK) throw broken();
      at += 3 + (kind === REPEATED ? 1 : size);
      isLast = (head & 1) === 1;
      moved += frame.window;
      if (moved > MOST_MOVED) throw new GatewayError("payload_too_large", "The body takes too long to unpack.");
      if (++blocks % BLOCKS_OF_A_STEP === 0) steps.push(at);
    }
    if (frame.hasChecksum) at += 4;
  }
  if (at !== bytes.length || at === 0) throw broken();
  if (steps.at(-1) !== at) steps.push(at);
  return steps;
}

/** Kinds of blocks: one byte that is repeated, and one that does not exist. */
const REPEATED = 1;
const RESERVED = 3;

/** The head of a frame, whose descriptor is at `at`. @throws RangeError beyond the end */
function readHead(bytes: Buffer, at: number) {
  const descriptor = bytes.readUInt8(at);
  const sizeFlag = descriptor >> 6;
  const isSingle = (descriptor & 0x20) !== 0;
  const idBytes = [0, 1, 2, 4][descriptor & 3] ?? 0;
  const sizeBytes = sizeFlag === 0 ? Number(isSingle) : 1 << sizeFlag;
  const afterWindow = at + 1 + (isSingle ? 0 : 1);
  const end = afterWindow + idBytes + sizeBytes;
  return {
    window: isSingle ? contentSize(bytes, end - sizeBytes, sizeBytes) : windowOf(bytes.readUInt8(at + 1)),
    hasChecksum: (descriptor & 4) !== 0,
    end,
  };
}

function contentSize(bytes: Buffer, at: number, length: number): number {
  if (length === 8) return Number(bytes.readBigUInt64LE(at));
  return bytes.readUIntLE(at, length) + (length === 2 ? 256 : 0);
}

function windowOf(descriptor: number): number {
  const base = 2 ** (10 + (descriptor >> 3));
  return base + (base / 8) * (descriptor & 7);
}

function broken(): GatewayError {
  return invalid("The body is not valid zstd, as its Content-Encoding says.");
}

function invalid(message: string): GatewayError {
  return new GatewayError("invalid_request", message);
}

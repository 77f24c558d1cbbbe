import { createBrotliDecompress, createGunzip } from "node:zlib";
import { Decompress } from "fzstd";
import type { ApiRequest } from "@/lib/doors/contract";
import { GatewayError } from "@/lib/errors";
import { MemberCounter, type JsonBounds } from "@/lib/providers/json-bounds";
import { zstdSteps } from "./zstd-steps";

/** Unpacks bytes piece by piece, at most `limit` of them. @throws GatewayError invalid_request, payload_too_large */
type Unpack = (packed: Buffer, limit: number, pause: Pause) => AsyncIterable<Uint8Array>;

/** Lets others have their turn. */
export type Pause = () => Promise<unknown>;

/** The codings of a request's body (RFC 9110 §8.4). */
const CODINGS: Readonly<Record<string, Unpack>> = {
  gzip: (packed) => streamed(createGunzip({ chunkSize: CHUNK }), packed, "gzip"),
  "x-gzip": (packed) => streamed(createGunzip({ chunkSize: CHUNK }), packed, "gzip"),
  br: (packed) => streamed(createBrotliDecompress({ chunkSize: CHUNK }), packed, "br"),
  zstd: unpackZstd,
};

const CHUNK = 64 * 1024;

/** Whether the body of a request is compressed: its size says nothing about what it becomes. */
export function isPacked({ headers }: Pick<ApiRequest, "headers">): boolean {
  const coding = headers["content-encoding"];
  return coding !== undefined && !(typeof coding === "string" && /^(?:identity)?$/i.test(coding));
}

/**
 * The request with its body unpacked. The size, and with `bounds` the levels and members of its JSON, are counted while
 * it is unpacked, so that a small body that becomes a huge one is refused early.
 * @throws GatewayError unsupported_media_type for another coding, or several
 */
export function unpackedRequest(request: ApiRequest, bounds: JsonBounds | undefined, pause: Pause): ApiRequest {
  if (!isPacked(request)) return request;
  const coding = String(request.headers["content-encoding"]).trim().toLowerCase();
  const unpack = Object.hasOwn(CODINGS, coding) ? CODINGS[coding] : undefined;
  if (!unpack)
    throw new GatewayError(
      "unsupported_media_type",
      "The body may be compressed once, by gzip, br or zstd; the header Content-Encoding names another coding.",
      { headers: { "accept-encoding": "gzip, br, zstd" } },
    );
  const { method, path, query, headers, connection } = request;
  return {
    method,
    path,
    query,
    headers,
    ...(connection && { connection }),
    get isGone() {
      return request.isGone;
    },
    onGone: (listener) => request.onGone(listener),
    readBody: (limit, onBytes) =>
      readUnpacked(request, (packed) => unpack(packed, limit, pause), limit, bounds, onBytes),
    async *readStream(limit) {
      let size = 0;
      for await (const chunk of unpack(await request.readBody(limit), limit, pause)) {
        size += chunk.length;
        if (size > limit) throw tooLarge(limit);
        yield chunk;
      }
    },
  };
}

async function readUnpacked(
  request: ApiRequest,
  unpack: (packed: Buffer) => AsyncIterable<Uint8Array>,
  limit: number,
  bounds: JsonBounds | undefined,
  onBytes: ((size: number) => void) | undefined,
): Promise<Buffer> {
  const packed = await request.readBody(limit, onBytes);
  const counter = bounds && new MemberCounter(bounds);
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of unpack(packed)) {
    size += chunk.length;
    if (size > limit) throw tooLarge(limit);
    onBytes?.(packed.length + size);
    counter?.add(Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength));
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

interface Unpacker extends AsyncIterable<Uint8Array> {
  /** Of the packed bytes, as many have been used. */
  readonly bytesWritten: number;
  end(packed: Buffer): unknown;
}

async function* streamed(unpacker: Unpacker, packed: Buffer, coding: string): AsyncGenerator<Uint8Array> {
  unpacker.end(packed);
  try {
    yield* unpacker;
  } catch {
    throw broken(coding);
  }
  // What follows the end is passed over in silence.
  if (unpacker.bytesWritten < packed.length) throw broken(coding);
}

async function* unpackZstd(packed: Buffer, limit: number, pause: Pause): AsyncGenerator<Uint8Array> {
  const steps = zstdSteps(packed);
  let chunks: Uint8Array[] = [];
  let size = 0;
  const unpacker = new Decompress((chunk) => {
    size += chunk.length;
    if (size > limit) throw tooLarge(limit);
    chunks.push(chunk);
  });
  let from = 0;
  for (const to of steps) {
    try {
      unpacker.push(packed.subarray(from, to), to === packed.length);
    } catch (error) {
      if (error instanceof GatewayError) throw error;
      throw broken("zstd");
    }
    from = to;
    yield* chunks;
    chunks = [];
    await pause();
  }
}

function broken(coding: string): GatewayError {
  return new GatewayError("invalid_request", `The body is not valid ${coding}, as its Content-Encoding says.`);
}

function tooLarge(limit: number): GatewayError {
  return new GatewayError("payload_too_large", `The body is larger than ${limit} bytes once it is unpacked.`);
}

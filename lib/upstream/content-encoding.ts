import { Readable, type Transform } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createBrotliDecompress, createGunzip, createInflate } from "node:zlib";
import type { MaybePromise } from "@/lib/async/maybe-promise";
import { GatewayError } from "@/lib/errors";
import type { HeldAnswer } from "./answer-memory";
import type { UpstreamExchange, UpstreamHead } from "./exchange";

/** An answer's body, which can be read once: as a whole or as it comes. */
export interface AnswerBody {
  /**
   * `held`: the room that it takes; without room the upstream waits. @throws GatewayError upstream_invalid_response
   * beyond `limit` bytes, overloaded
   */
  collect(limit: number, held?: HeldAnswer): MaybePromise<Buffer>;
  [Symbol.asyncIterator](): AsyncGenerator<Uint8Array>;
}

const DECODERS: Readonly<Record<string, () => Transform>> = {
  gzip: createGunzip,
  "x-gzip": createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
};

/**
 * Decodes the body's content encoding. The gateway asks for none, but some upstreams compress anyway, and events and
 * usage can only be found in plain bytes. @throws GatewayError upstream_invalid_response for an unknown encoding
 */
export function decodedBody(exchange: UpstreamExchange, { headers }: UpstreamHead): AnswerBody {
  const encoding = String(headers["content-encoding"] ?? "identity")
    .trim()
    .toLowerCase();
  if (encoding === "identity" || encoding === "") return exchange;
  const decoder = Object.hasOwn(DECODERS, encoding) ? DECODERS[encoding] : undefined;
  if (!decoder)
    throw new GatewayError(
      "upstream_invalid_response",
      `The upstream's answer is encoded as ${JSON.stringify(encoding.slice(0, 60))}, which was not asked for.`,
    );
  return iteratedBody(() => decode(exchange, decoder()));
}

/** A body that comes from a generator. */
export function iteratedBody(source: () => AsyncGenerator<Uint8Array>): AnswerBody {
  return { [Symbol.asyncIterator]: source, collect: (limit, held) => collect(source(), limit, held) };
}

async function* decode(source: AsyncIterable<Uint8Array>, decoder: Transform): AsyncGenerator<Uint8Array> {
  pipeline(Readable.from(source), decoder).catch(() => {}); // The reader of the decoder gets the error.
  yield* decoder;
}

async function collect(
  source: AsyncIterable<Uint8Array>,
  limit: number,
  held: HeldAnswer | undefined,
): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of source) {
    size += chunk.length;
    // A small answer may decompress to any size.
    if (size > limit) throw new GatewayError("upstream_invalid_response", "The upstream's answer is too large.");
    chunks.push(chunk);
    await held?.grow(size);
  }
  return Buffer.concat(chunks, size);
}

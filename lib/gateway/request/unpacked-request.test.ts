import { brotliCompressSync, constants, gzipSync } from "node:zlib";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { ApiRequest } from "@/lib/doors/contract";
import { MemberCounter } from "@/lib/providers/json-bounds";
import { BodyMemory, HeldBody } from "./body-memory";
import { readCallBody } from "./read-body";
import { isPacked, unpackedRequest } from "./unpacked-request";

const MIB = 1024 * 1024;
const BOUNDS = { max_request_bytes: 32 * MIB, max_body_depth: 100, max_body_members: 1_000_000 };

/** What `zstd -19` makes of this body. */
const CHAT = JSON.stringify({ model: "m", messages: [{ role: "user", content: "Hello. ".repeat(40) }] });
const ZSTD = "KLUv/QRo7QEA4sMMEbDrp2eYCGhPYZbi0CiUYM4JsUQDsaofTrt1t/Y4mL09p6/LDEm6PZnWrhysnNajVYYBAQDqILVAAcaz1+g=";

function requestOf(bytes: Buffer, coding?: string, type = "application/json"): ApiRequest {
  return {
    method: "POST",
    path: "/v1/chat/completions",
    query: "",
    headers: {
      "content-type": type,
      "content-length": String(bytes.length),
      ...(coding !== undefined && { "content-encoding": coding }),
    },
    isGone: false,
    onGone: () => undefined,
    readBody: async (_limit, onBytes) => {
      onBytes?.(bytes.length);
      return bytes;
    },
    async *readStream() {
      yield bytes;
    },
  };
}

const turn = () => new Promise((resolve) => setImmediate(resolve));

const read = (bytes: Buffer, coding: string, bounds = BOUNDS) =>
  readCallBody(requestOf(bytes, coding), { body: "json" }, bounds, () => "id", turn);

/** A frame of zstd: a window of 1 KiB × 2^`log`, then its blocks (RFC 8878, 3.1.1). */
function frame(log: number, blocks: readonly Buffer[]): Buffer {
  return Buffer.concat([Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0, log << 3]), ...blocks]);
}
function block(kind: 0 | 1 | 2, size: number, content: Buffer, isLast = false): Buffer {
  const head = Buffer.alloc(3);
  head.writeUIntLE(Number(isLast) | (kind << 1) | (size << 3), 0, 3);
  return Buffer.concat([head, content]);
}
const raw = (text: string, isLast = false): Buffer => block(0, text.length, Buffer.from(text), isLast);
const repeated = (isLast = false): Buffer => block(1, 128 * 1024, Buffer.from(" "), isLast);

describe("a compressed body is read as if it were none", () => {
  test.each([
    ["gzip", gzipSync(CHAT)],
    ["GZIP", gzipSync(CHAT)],
    ["x-gzip", gzipSync(CHAT)],
    ["br", brotliCompressSync(CHAT)],
    ["zstd", Buffer.from(ZSTD, "base64")],
    ["zstd", frame(0, [raw(CHAT.slice(0, 100)), raw(CHAT.slice(100), true)])],
    ["gzip", Buffer.concat([gzipSync(CHAT.slice(0, 9)), gzipSync(CHAT.slice(9))])],
    ["zstd", Buffer.concat([frame(13, [raw(CHAT.slice(0, 9), true)]), frame(0, [raw(CHAT.slice(9), true)])])],
  ])("in %s", async (coding, bytes) => {
    const body = await read(bytes, coding);
    expect(body).toMatchObject({ kind: "json", model: "m" });
    expect("bytes" in body && body.bytes.toString()).toBe(CHAT);
  });

  test("as a stream, too", async () => {
    const chunks: Uint8Array[] = [];
    for await (const chunk of unpackedRequest(requestOf(gzipSync(CHAT), "gzip"), undefined, turn).readStream(1_000))
      chunks.push(chunk);
    expect(Buffer.concat(chunks).toString()).toBe(CHAT);
    const all = unpackedRequest(requestOf(gzipSync(CHAT), "gzip"), undefined, turn).readStream(100);
    await expect(all[Symbol.asyncIterator]().next()).rejects.toMatchObject({ code: "payload_too_large" });
  });

  test("and one that is not compressed is left alone", () => {
    for (const coding of [undefined, "", "identity", "Identity"]) {
      const request = requestOf(Buffer.from(CHAT), coding);
      expect(isPacked(request)).toBe(false);
      expect(unpackedRequest(request, undefined, turn)).toBe(request);
    }
  });
});

describe("what cannot be unpacked is refused", () => {
  test.each(["deflate", "gzip, gzip", "br,gzip", "compress", "constructor"])("another coding: %s", async (coding) => {
    await expect(read(gzipSync(CHAT), coding)).rejects.toMatchObject({
      code: "unsupported_media_type",
      options: { headers: { "accept-encoding": "gzip, br, zstd" } },
    });
  });

  const good = Buffer.from(ZSTD, "base64");
  test.each([
    ["gzip", Buffer.from(CHAT)],
    ["gzip", gzipSync(CHAT).subarray(0, -10)],
    ["gzip", Buffer.concat([gzipSync(CHAT), Buffer.from("more")])],
    ["gzip", Buffer.concat([gzipSync(CHAT), Buffer.alloc(1)])],
    ["gzip", Buffer.alloc(0)],
    ["br", Buffer.from(CHAT)],
    ["br", Buffer.concat([brotliCompressSync(CHAT), Buffer.from("more")])],
    ["br", brotliCompressSync(CHAT).subarray(0, -4)],
    ["zstd", Buffer.from(CHAT)],
    ["zstd", Buffer.alloc(0)],
    ["zstd", good.subarray(0, -6)],
    ["zstd", Buffer.concat([good, Buffer.from("more")])],
    ["zstd", frame(0, [block(2, 20, Buffer.alloc(20, 7), true)])],
    ["zstd", frame(0, [raw(CHAT)])],
    ["zstd", frame(14, [raw(CHAT, true)])],
    ["zstd", frame(31, [raw(CHAT, true)])],
  ])("a broken body in %s", async (coding, bytes) => {
    await expect(read(bytes, coding)).rejects.toMatchObject({ code: "invalid_request" });
  });

  test("broken zstd of any kind is a refusal and nothing else", async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat({ max: good.length - 1 }), fc.nat({ max: 255 }), async (at, byte) => {
        const bytes = Buffer.from(good);
        bytes[at] = byte;
        const found = await read(bytes, "zstd").catch((error: unknown) => error);
        expect(found).toMatchObject(found instanceof Error ? { name: "GatewayError" } : { kind: "json" });
      }),
      { numRuns: 300 },
    );
  });
});

describe("a body that becomes much larger", () => {
  const blanks = (bytes: number): Buffer => Buffer.alloc(bytes, " ");
  const zstdBomb = frame(13, [...Array.from({ length: 500 }, () => repeated()), repeated(true)]);
  /** `unpacked`: what the refusal waits for at most, in bytes, which no machine's speed changes. */
  const bombs: readonly (readonly [name: string, coding: string, bytes: Buffer, code: string, unpacked: number])[] = [
    ["gzip", "gzip", gzipSync(blanks(400 * MIB), { level: 1 }), "payload_too_large", 32 * MIB],
    [
      "br",
      "br",
      brotliCompressSync(blanks(400 * MIB), { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } }),
      "payload_too_large",
      32 * MIB,
    ],
    ["zstd", "zstd", zstdBomb, "payload_too_large", 32 * MIB],
    ["zstd of many small blocks", "zstd", manyBlocks(100_000), "payload_too_large", 0],
    ["gzip of many levels", "gzip", gzipSync(Buffer.alloc(20 * MIB, "[")), "invalid_request", 64 * 1024],
    [
      "gzip of many members",
      "gzip",
      gzipSync(Buffer.alloc(20 * MIB, "1,").fill("[", 0, 1)),
      "invalid_request",
      2 * MIB,
    ],
  ];

  function manyBlocks(count: number): Buffer {
    return frame(13, [...Array.from({ length: count }, () => raw("")), raw("", true)]);
  }

  test.each(bombs)("%s is refused early and takes less than 64 MB", async (_name, coding, bytes, code, unpacked) => {
    const before = memory();
    let [most, held, mostHeld] = [before, 0, 0];
    // Asked for each piece that is unpacked.
    const room = new HeldBody((more) => {
      held += more;
      mostHeld = Math.max(mostHeld, held);
      most = Math.max(most, memory());
    });
    const cpu = process.cpuUsage();
    await expect(
      readCallBody(requestOf(bytes, coding), { body: "json" }, BOUNDS, () => "id", turn, room),
    ).rejects.toMatchObject({ code });
    most = Math.max(most, memory());
    const { user, system } = process.cpuUsage(cpu);
    expect(mostHeld - bytes.length).toBeLessThanOrEqual(unpacked);
    expect((user + system) / 1_000_000).toBeLessThan(1);
    expect((most - before) / 1_000_000).toBeLessThan(64);
    room.release();
    expect(held).toBe(0);
  });

  test("finds no room where others have taken it", async () => {
    const memoryOf = new BodyMemory(8 * MIB);
    const room = memoryOf.enter("caller");
    const packed = gzipSync(blanks(10 * MIB));
    await expect(
      readCallBody(requestOf(packed, "gzip"), { body: "json" }, BOUNDS, () => "id", turn, room),
    ).rejects.toMatchObject({ code: "payload_too_large" });
    expect(memoryOf.taken).toBeLessThanOrEqual(4 * MIB);
    room.release();
    expect(memoryOf.taken).toBe(0);
  });

  /** What this process has of buffers and of its heap, in bytes. */
  function memory(): number {
    const { heapUsed, arrayBuffers } = process.memoryUsage();
    return heapUsed + arrayBuffers;
  }
});

test("members are counted the same in any pieces", () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.array(fc.nat({ max: 60 }), { maxLength: 5 }), (value, cuts) => {
      const bytes = Buffer.from(JSON.stringify(["\\", '"', value]));
      const whole = new MemberCounter(BOUNDS);
      whole.add(bytes);
      const pieces = new MemberCounter(BOUNDS);
      const ends = [...cuts, bytes.length].sort((one, other) => one - other);
      let from = 0;
      for (const to of ends) {
        pieces.add(bytes.subarray(from, to));
        from = Math.max(from, to);
      }
      expect(pieces.members).toBe(whole.members);
    }),
  );
});

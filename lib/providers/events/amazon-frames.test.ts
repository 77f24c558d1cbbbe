import { describe, expect, test } from "vitest";
import { amazonFrame } from "@/testing/aws/amazon-frame";
import { AmazonFrameDecoder, type AmazonFrame } from "./amazon-frames";

const hex = (text: string): Buffer => Buffer.from(text.replaceAll(" ", ""), "hex");
const JSON_PAYLOAD = "{'foo':'bar'}";

// The vectors of Amazon's own implementations (smithy and aws-c-event-stream, Apache License 2.0).
const EMPTY = hex("00000010 00000000 05c248eb 7d98c8ff");
const PAYLOAD = hex("0000001d 00000000 fd528c5a 7b27666f6f273a27626172277d c3653936");
const TEXT_HEADER = hex(
  "0000003d 00000020 07fd8396 0c 636f6e74656e742d74797065 07 0010 6170706c69636174696f6e2f6a736f6e 7b27666f6f273a27626172277d 8d9c08b1",
);
const NUMBER_HEADER = hex(
  "0000002d 00000010 41c424b8 0a 6576656e742d74797065 04 0000a00c 7b27666f6f273a27626172277d 36f480a0",
);

function decode(bytes: Buffer, cuts: readonly number[] = []): AmazonFrame[] {
  const decoder = new AmazonFrameDecoder();
  const frames: AmazonFrame[] = [];
  let from = 0;
  for (const cut of [...cuts, bytes.length]) {
    frames.push(...decoder.push(bytes.subarray(from, cut)));
    from = cut;
  }
  expect(decoder.isWithin).toBe(false);
  return frames;
}

describe("Amazon's frames", () => {
  test.each<[what: string, bytes: Buffer, headers: Record<string, string>, payload: string]>([
    ["an empty one", EMPTY, {}, ""],
    ["one of a payload", PAYLOAD, {}, JSON_PAYLOAD],
    ["one with a header", TEXT_HEADER, { "content-type": "application/json" }, JSON_PAYLOAD],
    ["one with a number as a header", NUMBER_HEADER, {}, JSON_PAYLOAD],
  ])("%s is read", (_what, bytes, headers, payload) => {
    const [frame, ...others] = decode(bytes);
    expect(others).toEqual([]);
    expect(Object.fromEntries(frame?.headers ?? [])).toEqual(headers);
    expect(frame?.payload.toString()).toBe(payload);
  });

  test("frames are the same wherever the stream is cut, once or between all bytes", () => {
    const bytes = Buffer.concat([TEXT_HEADER, EMPTY, PAYLOAD, NUMBER_HEADER]);
    const whole = decode(bytes);
    expect(whole).toHaveLength(4);
    for (let cut = 0; cut <= bytes.length; cut++) expect(decode(bytes, [cut])).toEqual(whole);
    expect(decode(bytes, Array.from(bytes.keys()))).toEqual(whole);
  });

  test("each byte is looked at a few times only, however many chunks a frame comes in", () => {
    const frame = amazonFrame({ ":event-type": "x" }, Buffer.alloc(200_000, "a"));
    const [read] = decode(
      frame,
      Array.from({ length: frame.length }, (_none, at) => at),
    );
    expect(read?.payload).toHaveLength(200_000);
  });

  test("all types of headers are passed over, and texts are kept", () => {
    const values: [number, string][] = [
      [0, ""],
      [1, ""],
      [2, "07"],
      [3, "0007"],
      [4, "00000007"],
      [5, "0000000000000007"],
      [6, "0002abcd"],
      [8, "0000000000000007"],
      [9, "000102030405060708090a0b0c0d0e0f"],
      [7, "00026f6b"],
    ];
    const headers = Buffer.concat(
      values.map(([type, value]) => Buffer.concat([hex("0161"), Buffer.of(type), hex(value)])),
    );
    const [frame] = decode(amazonFrame(headers, Buffer.of()));
    expect(Object.fromEntries(frame?.headers ?? [])).toEqual({ a: "ok" });
  });

  const damaged: [what: string, bytes: Buffer, says: string][] = [
    ["whose length is changed", flipped(PAYLOAD, 3), "the checksum of a frame's head is wrong"],
    ["whose headers' length is changed", flipped(PAYLOAD, 7), "the checksum of a frame's head is wrong"],
    ["whose header is changed", flipped(TEXT_HEADER, 20), "the checksum of a frame is wrong"],
    ["whose payload is changed", flipped(PAYLOAD, 14), "the checksum of a frame is wrong"],
    ["that is huge", amazonFrame({}, Buffer.of(), { total: 17 * 1024 * 1024 }), "a frame has an impossible length"],
    ["that is shorter than its parts", amazonFrame({}, Buffer.of(), { total: 12 }), "a frame has an impossible length"],
    ["with a header of an unknown type", amazonFrame(hex("01610a"), Buffer.of()), "a header of a frame cannot be read"],
    [
      "with a header beyond its end",
      amazonFrame(hex("0161070fff61"), Buffer.of()),
      "a header of a frame cannot be read",
    ],
    ["with half a header", amazonFrame(hex("0561"), Buffer.of()), "a header of a frame cannot be read"],
  ];
  test.each(damaged)("a frame %s is refused", (_what, bytes, says) => {
    expect(() => new AmazonFrameDecoder().push(bytes)).toThrow(says);
  });
});

function flipped(bytes: Buffer, at: number): Buffer {
  const changed = Buffer.from(bytes);
  changed[at] = (changed[at] ?? 0) ^ 1;
  return changed;
}

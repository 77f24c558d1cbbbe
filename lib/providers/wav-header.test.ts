import fc from "fast-check";
import { expect, test } from "vitest";
import { wavBytesPerSecond } from "./wav-header";

interface Format {
  readonly tag?: number;
  readonly channels?: number;
  readonly rate?: number;
  readonly bits?: number;
  readonly byteRate?: number;
  readonly subformat?: number;
}

function chunk(id: string, data: Buffer): Buffer {
  const head = Buffer.from(`${id}....`, "latin1");
  head.writeUInt32LE(data.length, 4);
  return Buffer.concat([head, data, Buffer.alloc(data.length % 2)]);
}

/** The beginning of a WAV file: by default, 16 bits at 16 kHz on one channel. */
function wav(
  { tag = 1, channels = 1, rate = 16_000, bits = 16, byteRate, subformat }: Format,
  before?: Buffer,
): Buffer {
  const format = Buffer.alloc(subformat === undefined ? 16 : 40);
  format.writeUInt16LE(tag, 0);
  format.writeUInt16LE(channels, 2);
  format.writeUInt32LE(rate, 4);
  format.writeUInt32LE(byteRate ?? (rate * channels * Math.ceil(bits / 8)) % 2 ** 32, 8);
  format.writeUInt16LE(bits, 14);
  if (subformat !== undefined) format.writeUInt16LE(subformat, 24);
  const chunks = [...(before ? [before] : []), chunk("fmt ", format), chunk("data", Buffer.alloc(64))];
  return Buffer.concat([Buffer.from("RIFF....WAVE", "latin1"), ...chunks]);
}

test.each<[what: string, bytesPerSecond: number | undefined, head: Uint8Array]>([
  ["16 bits at 16 kHz", 32_000, wav({})],
  ["stereo of 24 bits at 48 kHz", 288_000, wav({ channels: 2, rate: 48_000, bits: 24 })],
  ["telephone, mu-law at 8 kHz", 8_000, wav({ tag: 7, rate: 8_000, bits: 8 })],
  ["floats", 64_000, wav({ tag: 3, bits: 32 })],
  ["an extensible header of PCM", 32_000, wav({ tag: 0xfffe, subformat: 1 })],
  ["a chunk of odd length before the format", 32_000, wav({}, chunk("JUNK", Buffer.alloc(27)))],
  ["an extensible header of something else", undefined, wav({ tag: 0xfffe, subformat: 0x55 })],
  ["MP3 within WAV", undefined, wav({ tag: 0x55, bits: 0 })],
  ["a rate that no recording has", undefined, wav({ rate: 4_000_000 })],
  ["more channels than any recording has", undefined, wav({ channels: 500 })],
  ["no channel", undefined, wav({ channels: 0 })],
  ["numbers that contradict each other", undefined, wav({ byteRate: 1_000_000 })],
  ["a format behind the beginning", undefined, wav({}, chunk("JUNK", Buffer.alloc(4_000))).subarray(0, 128)],
  ["a file that ends within its header", undefined, wav({}).subarray(0, 30)],
  ["another RIFF file", undefined, Buffer.from("RIFF....AVI fmt ....................", "latin1")],
  ["MP3", undefined, Buffer.from("ID3\u0004............................", "latin1")],
  ["nothing", undefined, new Uint8Array()],
])("the bytes of a second of a recording with %s", (_what, bytesPerSecond, head) => {
  expect(wavBytesPerSecond(head)).toBe(bytesPerSecond);
});

test("any bytes behind the name of the format are read without an error, and claim a plausible rate or none", () => {
  const begun = Buffer.from("RIFF....WAVEfmt ", "latin1");
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 120 }), (bytes) => {
      const rate = wavBytesPerSecond(Buffer.concat([begun, bytes])) ?? 1;
      expect(rate > 0 && rate <= 192_000 * 8 * 8).toBe(true);
    }),
  );
});

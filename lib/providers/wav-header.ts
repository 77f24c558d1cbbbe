/** How many bytes of the beginning of a file `wavBytesPerSecond` needs. */
export const WAV_HEADER_BYTES = 128;

/** What no recording exceeds. A header that claims more would make a long recording look short. */
const MOST_SAMPLES_PER_SECOND = 192_000;
const MOST_CHANNELS = 8;
const MOST_SAMPLE_BYTES = 8;

/** Formats in which every sample takes the same number of bytes: PCM, IEEE floats, A-law and mu-law (RFC 2361). */
const UNCOMPRESSED: ReadonlySet<number> = new Set([1, 3, 6, 7]);
/** The samples' format comes later, as the beginning of a GUID. */
const EXTENSIBLE = 0xfffe;

/**
 * How many bytes of a WAV file are one second, by its header. Undefined: it is not a WAV file, its samples are
 * compressed, or its header contradicts itself. `head`: the beginning of the file.
 */
export function wavBytesPerSecond(head: Uint8Array): number | undefined {
  const bytes = Buffer.from(head.buffer, head.byteOffset, head.byteLength);
  if (bytes.length < 12 || bytes.toString("latin1", 0, 4) !== "RIFF" || bytes.toString("latin1", 8, 12) !== "WAVE")
    return undefined;
  // Chunks of other kinds may stand before the format; each is padded to an even length.
  for (let at = 12; at + 24 <= bytes.length;) {
    const size = bytes.readUInt32LE(at + 4);
    if (bytes.toString("latin1", at, at + 4) === "fmt ") return ofFormat(bytes.subarray(at + 8, at + 8 + size));
    at += 8 + size + (size % 2);
  }
  return undefined;
}

function ofFormat(format: Buffer): number | undefined {
  if (format.length < 16) return undefined;
  const tag = format.readUInt16LE(0);
  const isExtensible = tag === EXTENSIBLE && format.length >= 26;
  if (!UNCOMPRESSED.has(isExtensible ? format.readUInt16LE(24) : tag)) return undefined;
  const channels = format.readUInt16LE(2);
  const samples = format.readUInt32LE(4);
  const sampleBytes = Math.ceil(format.readUInt16LE(14) / 8);
  const isPlausible =
    isUpTo(channels, MOST_CHANNELS) &&
    isUpTo(samples, MOST_SAMPLES_PER_SECOND) &&
    isUpTo(sampleBytes, MOST_SAMPLE_BYTES);
  const bytesPerSecond = samples * channels * sampleBytes;
  return isPlausible && format.readUInt32LE(8) === bytesPerSecond ? bytesPerSecond : undefined;
}

function isUpTo(value: number, most: number): boolean {
  return value > 0 && value <= most;
}

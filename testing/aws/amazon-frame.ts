import { crc32 } from "node:zlib";

/** A frame of Amazon's event streams, with both checksums. `total`: another length than it has. */
export function amazonFrame(
  headers: Readonly<Record<string, string>> | Buffer,
  payload: Buffer,
  { total }: { readonly total?: number } = {},
): Buffer {
  const named = Buffer.isBuffer(headers) ? headers : Buffer.concat(Object.entries(headers).map(textHeader));
  const length = 12 + named.length + payload.length + 4;
  const prelude = Buffer.concat([uint32(total ?? length), uint32(named.length)]);
  const head = Buffer.concat([prelude, uint32(crc32(prelude)), named, payload]);
  return Buffer.concat([head, uint32(crc32(head))]);
}

function textHeader([name, value]: [string, string]): Buffer {
  const length = Buffer.alloc(2);
  length.writeUInt16BE(Buffer.byteLength(value));
  return Buffer.concat([
    Buffer.of(Buffer.byteLength(name)),
    Buffer.from(name),
    Buffer.of(7),
    length,
    Buffer.from(value),
  ]);
}

function uint32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}

/**
 * The fields of a protobuf message: from a number to its values, in order. Integers are bigints, and values with a
 * length are bytes.
 */
export type Fields = ReadonlyMap<number, readonly (bigint | Buffer)[]>;

/** Reads a message of protobuf's wire format (protobuf.dev/programming-guides/encoding). */
export function readFields(bytes: Buffer): Fields {
  const fields = new Map<number, (bigint | Buffer)[]>();
  let at = 0;
  const varint = (): bigint => {
    let value = 0n;
    for (let shift = 0n; ; shift += 7n) {
      const byte = bytes.readUInt8(at++);
      value |= BigInt(byte & 0x7f) << shift;
      if (byte < 0x80) return value;
    }
  };
  const take = (length: number): Buffer => bytes.subarray(at, (at += length));
  while (at < bytes.length) {
    const tag = Number(varint());
    const value = valueOf(tag & 7);
    fields.set(tag >> 3, [...(fields.get(tag >> 3) ?? []), value]);
  }
  return fields;

  function valueOf(wireType: number): bigint | Buffer {
    switch (wireType) {
      case 0:
        return varint();
      case 1:
        return take(8).readBigUInt64LE();
      case 2:
        return take(Number(varint()));
      case 5:
        return BigInt(take(4).readUInt32LE());
      default:
        throw new Error(`protobuf has no wire type ${wireType}`);
    }
  }
}

/** The bytes of a field that has a length; empty if it is absent. */
export function bytesAt(fields: Fields, number: number): Buffer {
  const value = fields.get(number)?.[0];
  return Buffer.isBuffer(value) ? value : Buffer.alloc(0);
}

/** The messages of a repeated field. */
export function messagesAt(fields: Fields, number: number): Fields[] {
  return (fields.get(number) ?? []).flatMap((value) => (Buffer.isBuffer(value) ? [readFields(value)] : []));
}

/** The integer of a field; 0 if it is absent. */
export function integerAt(fields: Fields, number: number): bigint {
  const value = fields.get(number)?.[0];
  return typeof value === "bigint" ? value : 0n;
}

import { withoutZone } from "@/lib/http/without-zone";

/** A range of IP addresses: the first `prefix` bits of `value` are those of every address in it. */
export interface AddressRange {
  readonly bits: 32 | 128;
  readonly value: bigint;
  readonly prefix: number;
}

/** Reads `10.0.0.0/8`, `2001:db8::/32` or a single address. Undefined: the text is not a range. */
export function parseAddressRange(text: string): AddressRange | undefined {
  const [address = "", length, ...rest] = text.split("/");
  const parsed = parseAddress(address);
  if (!parsed || rest.length > 0) return undefined;
  if (length === undefined) return { ...parsed, prefix: parsed.bits };
  // The prefix length of an IPv4 address written as IPv6 counts the 96 bits before it.
  const prefix = Number(length) - (parsed.bits === 32 && address.includes(":") ? 96 : 0);
  return /^\d{1,3}$/.test(length) && prefix >= 0 && prefix <= parsed.bits ? { ...parsed, prefix } : undefined;
}

/** Whether an address is in one of the ranges. A string that is not an IP address is in none. */
export function isInRanges(address: string, ranges: readonly AddressRange[]): boolean {
  const parsed = ranges.length > 0 ? parseAddress(address) : undefined;
  return (
    parsed !== undefined &&
    ranges.some(({ bits, value, prefix }) => {
      const rest = BigInt(bits - prefix);
      return bits === parsed.bits && value >> rest === parsed.value >> rest;
    })
  );
}

/**
 * The block of addresses that one caller may choose from: a single IPv4 address, or the /64 of an IPv6 address. It is
 * the same for all spellings of an address; undefined if the text is not an address.
 */
export function addressBlock(text: string): string | undefined {
  const parsed = parseAddress(text);
  return parsed && (parsed.bits === 32 ? `4:${parsed.value.toString(16)}` : `6:${(parsed.value >> 64n).toString(16)}`);
}

const IPV4 = /^(?:(?:25[0-5]|2[0-4]\d|1\d\d|[1-9]?\d)(?:\.(?=\d)|$)){4}$/;

/** Reads an address. An IPv4 address written as IPv6 (`::ffff:10.0.0.1`, as sockets have it) is an IPv4 address. */
function parseAddress(text: string): Pick<AddressRange, "bits" | "value"> | undefined {
  if (IPV4.test(text))
    return { bits: 32, value: text.split(".").reduce((value, part) => value * 256n + BigInt(part), 0n) };
  const address = withoutZone(text);
  if (!address.includes(":") || !URL.canParse(`http://[${address}]/`)) return undefined;
  // The URL parser turns every spelling into the shortest one (WHATWG URL §3.5), with at most one "::".
  const [head = "", tail] = new URL(`http://[${address}]/`).hostname.slice(1, -1).split("::");
  const groups = (part: string): string[] => (part === "" ? [] : part.split(":"));
  const [before, after] = [groups(head), groups(tail ?? "")];
  const zeros: string[] = new Array(tail === undefined ? 0 : 8 - before.length - after.length).fill("0");
  const value = [...before, ...zeros, ...after].reduce((sum, group) => sum * 65_536n + BigInt(`0x${group}`), 0n);
  return value >> 32n === 0xffffn ? { bits: 32, value: value & 0xffff_ffffn } : { bits: 128, value };
}

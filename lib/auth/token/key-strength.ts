import { createPublicKey } from "node:crypto";
import type { PublicJwk } from "./jwk";

/** RFC 7518 §3.3 sets the lower bound. The upper bound limits the cost of one verification. */
const RSA_BITS = { least: 2048, most: 8192 } as const;
/** FIPS 186-5 §A.1.1 sets the lower bound. An exponent above 64 bits is only slow. */
const RSA_EXPONENT = { least: 65_537n, most: 2n ** 64n } as const;

/** Bytes of one coordinate. */
const COORDINATES: Readonly<Record<string, number>> = { "P-256": 32, "P-384": 48, "P-521": 66, Ed25519: 32 };

/**
 * Whether a signature by this key proves anything. Checks size and exponent, and for EC that the point is on its curve
 * (RFC 8725 §3.4).
 */
export function isStrongKey(key: PublicJwk): boolean {
  return (key.kty === "RSA" ? isStrongRsa(key) : isKnownCurve(key)) && isImportable(key);
}

function isStrongRsa({ n, e }: PublicJwk): boolean {
  const modulus = integer(n);
  const exponent = integer(e);
  if (modulus === undefined || exponent === undefined) return false;
  const bits = modulus.toString(2).length;
  const isSizeRight =
    bits >= RSA_BITS.least && bits <= RSA_BITS.most && exponent >= RSA_EXPONENT.least && exponent < RSA_EXPONENT.most;
  // Every real key has an odd modulus and an odd exponent.
  return isSizeRight && modulus % 2n === 1n && exponent % 2n === 1n;
}

function isKnownCurve({ kty, crv = "", x = "", y = "" }: PublicJwk): boolean {
  const size = Object.hasOwn(COORDINATES, crv) ? COORDINATES[crv] : undefined;
  if (size === undefined || Buffer.from(x, "base64url").length !== size) return false;
  return kty === "EC" ? Buffer.from(y, "base64url").length === size : crv === "Ed25519" && !isSmallOrder(x);
}

/**
 * Ed25519 points of small order, under which anybody can sign: y is 0, 1, -1 or one of the two values at order 8. The
 * sign bit is left out.
 */
const SMALL_ORDER = new Set([
  "0000000000000000000000000000000000000000000000000000000000000000",
  "0100000000000000000000000000000000000000000000000000000000000000",
  "ecffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
  "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
  "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a",
  // The same points, not reduced.
  "edffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
  "eeffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff7f",
]);

function isSmallOrder(x: string): boolean {
  const bytes = Buffer.from(x, "base64url");
  bytes.writeUInt8(bytes.readUInt8(31) & 0x7f, 31);
  return SMALL_ORDER.has(bytes.toString("hex"));
}

/** OpenSSL refuses points that are not on the curve. */
function isImportable(key: PublicJwk): boolean {
  try {
    createPublicKey({ key: { ...key }, format: "jwk" });
    return true;
  } catch {
    return false;
  }
}

function integer(base64url: string | undefined): bigint | undefined {
  const hex = Buffer.from(base64url ?? "", "base64url").toString("hex");
  return hex === "" ? undefined : BigInt(`0x${hex}`);
}

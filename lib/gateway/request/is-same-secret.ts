import { createHash, timingSafeEqual } from "node:crypto";

/** Compares digests in constant time, so that timing reveals neither length nor content. */
export function isSameSecret(a: string, b: string): boolean {
  return timingSafeEqual(createHash("sha256").update(a).digest(), createHash("sha256").update(b).digest());
}

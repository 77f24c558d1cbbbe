import type { ProviderKey } from "@/lib/wire/contracts/provider-keys";

export interface KeyDifference {
  readonly added: readonly ProviderKey[];
  readonly removed: readonly ProviderKey[];
  readonly kept: readonly ProviderKey[];
}

/** What a fetch changed in a set of keys. Keys without an id are the same if their types are. */
export function differKeys(before: readonly ProviderKey[], after: readonly ProviderKey[]): KeyDifference {
  const names = (keys: readonly ProviderKey[]) => new Set(keys.map(nameOf));
  const [old, fresh] = [names(before), names(after)];
  return {
    added: after.filter((key) => !old.has(nameOf(key))),
    removed: before.filter((key) => !fresh.has(nameOf(key))),
    kept: after.filter((key) => old.has(nameOf(key))),
  };
}

/** `RS256 · RSA`, or the type alone where the key names no algorithm: `EC · P-256`. */
export function typeOf({ alg, kty, crv }: ProviderKey): string {
  return [alg, kty === alg ? null : kty, crv].filter(Boolean).join(" · ");
}

function nameOf(key: ProviderKey): string {
  return JSON.stringify([key.kid, key.kty, key.alg, key.crv]);
}

import type { IdentityProvider } from "@/lib/wire/contracts/provider-keys";

/** Whether keys were not needed yet: they are fetched with the first token, so after a start nothing is wrong. */
export function isNotFetched({ usable, fetched_at: at, last_error: error }: IdentityProvider): boolean {
  return !usable && at === null && error === null;
}

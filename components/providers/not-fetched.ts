import type { IdentityProvider } from "@/lib/wire/contracts/provider-keys";

/** Keys come with the first token, so after a start nothing is wrong yet. */
export function isNotFetched({ usable, fetched_at: at, last_error: error }: IdentityProvider): boolean {
  return !usable && at === null && error === null;
}

import type { Secret } from "@/lib/config/secret";

/** Configured headers as they are sent. Their names are in lower case, so that the sink's own headers replace them. */
export function revealedHeaders(headers: Readonly<Record<string, Secret>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value.reveal()]));
}

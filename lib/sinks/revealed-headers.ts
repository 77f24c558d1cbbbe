import type { Secret } from "@/lib/config/secret";

/** Configured headers as they are sent, with names in lower case, so that the sink's own take their place. */
export function revealedHeaders(headers: Readonly<Record<string, Secret>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value.reveal()]));
}

import { createHash } from "node:crypto";

/** The key of a source: its kind, and a digest of its settings, in which undefined ones count as absent. */
export function keyOf(kind: string, settings: Readonly<Record<string, string | undefined>>): string {
  const given = Object.entries(settings)
    .filter(([, value]) => value !== undefined)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return `${kind}:${createHash("sha256").update(JSON.stringify(given)).digest("hex").slice(0, 32)}`;
}

import type { Finding } from "@/lib/config/finding";
import { knownPaths } from "./schema-walk";
import { configFile } from "@/lib/config/schema";

/** Shorter texts are not credentials, and hiding them would only spoil messages. */
const SHORTEST_SECRET = 4;

const KEYS: ReadonlySet<string> = new Set(knownPaths(configFile).map((place) => place.key));

/**
 * The last step before anybody sees a finding: hides quoted words and parts of the path that contain a known secret.
 * Our own words are never quoted, and the schema's keys are not secrets.
 */
export function redactFinding(finding: Finding, secrets: readonly string[]): Finding {
  const known = secrets
    .map((secret) => secret.trim())
    .filter((secret) => secret.length >= SHORTEST_SECRET && !KEYS.has(secret));
  if (known.length === 0) return finding;
  const holdsSecret = (text: string): boolean => known.some((secret) => text.includes(secret));
  const clean = (text: string): string =>
    text.replace(/"[^"]*"/g, (quoted) => (holdsSecret(quoted) ? "(not shown)" : quoted));
  return {
    ...finding,
    path: finding.path
      .split(".")
      .map((segment) => (!KEYS.has(segment) && holdsSecret(segment) ? "?" : segment))
      .join("."),
    message: clean(finding.message),
    ...(finding.fix !== undefined && { fix: clean(finding.fix) }),
  };
}

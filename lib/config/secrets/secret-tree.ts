import { isObject } from "@/lib/is-object";
import { Secret, secretHint } from "../secret";

/** Settings taken apart for storing. Each part has the shape of the whole, without what the others have. */
export interface SecretTree {
  /** What may be kept as it is. */
  readonly open: Readonly<Record<string, unknown>>;
  /** The secrets as plain strings, which are to be encrypted. */
  readonly secrets: Readonly<Record<string, unknown>>;
  /** The parts of the secrets that may be shown. */
  readonly hints: Readonly<Record<string, unknown>>;
}

/** Takes settings apart, at every depth of their objects. */
export function splitSecrets(settings: object): SecretTree {
  const open: Record<string, unknown> = {};
  const secrets: Record<string, unknown> = {};
  const hints: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(settings)) {
    if (value instanceof Secret) {
      secrets[name] = value.reveal();
      hints[name] = secretHint(value);
    } else if (isObject(value)) {
      const inner = splitSecrets(value);
      open[name] = inner.open;
      if (Object.keys(inner.secrets).length === 0) continue;
      secrets[name] = inner.secrets;
      hints[name] = inner.hints;
    } else if (value !== undefined) open[name] = value;
  }
  return { open, secrets, hints };
}

/** The settings as a whole again, with the secrets, or their hints, where they were. */
export function joinSecrets(open: unknown, secrets: unknown): Record<string, unknown> {
  const joined: Record<string, unknown> = isObject(open) ? { ...open } : {};
  if (!isObject(secrets)) return joined;
  for (const [name, value] of Object.entries(secrets))
    joined[name] = isObject(value) ? joinSecrets(joined[name], value) : value;
  return joined;
}

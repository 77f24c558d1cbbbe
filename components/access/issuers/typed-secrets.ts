import { isObject } from "@/lib/is-object";

/**
 * Secrets that were typed and are not saved yet. They stay in the memory of the page, never in the browser's storage: a
 * draft has a mark in their place, as the gateway has in place of those that are saved.
 */
const typed = new Map<string, string>();

const MARK = /^\[secret(?: [\w-]+)?\]$/;
const SECTIONS = ["introspection", "microsoft_graph"];

/** Whether a text stands for a secret that is set already. */
export function isSecretMark(value: unknown): boolean {
  return typeof value === "string" && MARK.test(value);
}

/** The entry of an issuer as a draft keeps it: with marks in place of typed secrets. */
export function withoutTypedSecrets(entry: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return withSecrets(entry, (secret) => {
    if (isSecretMark(secret)) return secret;
    const mark = `[secret typed-${Math.random().toString(36).slice(2)}]`;
    typed.set(mark, secret);
    return mark;
  });
}

/** Settings as the gateway is sent them: with the typed secrets in place of their marks. */
export function withTypedSecrets<Settings extends { readonly issuers?: unknown }>(settings: Settings): Settings {
  if (!Array.isArray(settings.issuers)) return settings;
  const issuers = settings.issuers.map((entry: unknown) =>
    isObject(entry) ? withSecrets(entry, (secret) => typed.get(secret) ?? secret) : entry,
  );
  return { ...settings, issuers };
}

/** Forgets them, as after a save. */
export function forgetTypedSecrets(): void {
  typed.clear();
}

function withSecrets(
  entry: Readonly<Record<string, unknown>>,
  change: (secret: string) => string,
): Record<string, unknown> {
  const sections = SECTIONS.flatMap((name) => {
    const section = entry[name];
    if (!isObject(section) || typeof section["client_secret"] !== "string") return [];
    return [[name, { ...section, client_secret: change(section["client_secret"]) }] as const];
  });
  return { ...entry, ...Object.fromEntries(sections) };
}

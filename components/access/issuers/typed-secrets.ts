import { isObject } from "@/lib/is-object";

/**
 * Typed secrets that are not saved yet, by their placeholders. They stay in the memory of the page, never in the
 * browser's storage: a draft holds the placeholder, just as the gateway sends placeholders in place of saved secrets.
 */
const typed = new Map<string, string>();

const PLACEHOLDER = /^\[secret(?: [\w-]+)?\]$/;
const SECTIONS = ["introspection", "mcp_oauth", "microsoft_graph"];

/** Whether a string stands for a secret that is set already. */
export function isSecretPlaceholder(value: unknown): boolean {
  return typeof value === "string" && PLACEHOLDER.test(value);
}

/**
 * The entry of an issuer, or the common settings, with placeholders in place of typed secrets, as a draft keeps them.
 * `before`: the placeholder of an earlier typed secret, which is forgotten.
 */
export function withoutTypedSecrets(
  entry: Readonly<Record<string, unknown>>,
  before?: string,
): Record<string, unknown> {
  return withSecrets(entry, (secret) => {
    if (isSecretPlaceholder(secret)) return secret;
    if (before !== undefined) typed.delete(before);
    // An empty field holds no secret.
    if (secret === "") return secret;
    const placeholder = `[secret typed-${Math.random().toString(36).slice(2)}]`;
    typed.set(placeholder, secret);
    return placeholder;
  });
}

/** Settings with the typed secrets in place of their placeholders, as they are sent to the gateway. */
export function withTypedSecrets<Settings extends { readonly issuers?: unknown; readonly microsoft_graph?: unknown }>(
  settings: Settings,
): Settings {
  const revealed = (entry: Readonly<Record<string, unknown>>) =>
    withSecrets(entry, (secret) => typed.get(secret) ?? secret);
  const common = { ...settings, ...revealed({ ...settings }) };
  if (!Array.isArray(settings.issuers)) return common;
  const issuers = settings.issuers.map((entry: unknown) => (isObject(entry) ? revealed(entry) : entry));
  return { ...common, issuers };
}

/** Forgets the typed secrets, as after a save. The returned function puts them back. */
export function forgetTypedSecrets(): () => void {
  const forgotten = [...typed];
  typed.clear();
  return () => forgotten.forEach(([placeholder, secret]) => typed.set(placeholder, secret));
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

import { jwtAuth as jwtAuthSchema, type IssuerEntry, type JwtAuthSettings, type Settings } from "@/lib/config/schema";
import type { Identity } from "./decision";
import type { DecidingSettings } from "./standing";
import { issuersOf } from "./issuer-tenants";

type TokenSettings = Pick<Settings, "jwtAuth">;

/** The value that each setting has if nobody gives it. */
const UNSET: Readonly<Record<string, unknown>> = jwtAuthSchema.parse({});

/** The merged settings, by the common settings and the issuer. */
const merged = new WeakMap<JwtAuthSettings, Map<string, TokenSettings>>();

/** An issuer's entry in `issuers`. Undefined for issuers of `JWT_PUBLIC_KEY_URL`, which share the common settings. */
export function issuerEntryOf(
  issuer: string | undefined,
  { issuers }: Pick<JwtAuthSettings, "issuers">,
): IssuerEntry | undefined {
  return issuer === undefined ? undefined : entriesOf(issuers).get(issuer);
}

/** The entries of each list by the issuers that they are about; the first one counts. */
const byIssuer = new WeakMap<readonly IssuerEntry[], ReadonlyMap<string, IssuerEntry>>();

function entriesOf(issuers: readonly IssuerEntry[]): ReadonlyMap<string, IssuerEntry> {
  let entries = byIssuer.get(issuers);
  if (!entries) {
    const pairs = issuers.flatMap((entry) => issuersOf(entry).map((issuer) => [issuer, entry] as const));
    byIssuer.set(issuers, (entries = new Map(pairs.toReversed())));
  }
  return entries;
}

/**
 * The settings that bind the tokens of an issuer: its entry's own values over the common ones, where null stands for a
 * setting that nobody gives. The same settings and issuer always give the same object.
 */
export function settingsOfIssuer(issuer: string | undefined, settings: TokenSettings): TokenSettings {
  const { jwtAuth } = settings;
  if (issuer === undefined || jwtAuth.issuers.length === 0) return settings;
  const known = merged.get(jwtAuth)?.get(issuer);
  if (known) return known;
  const entry = issuerEntryOf(issuer, jwtAuth);
  const overrides = entry && overridesIn(entry);
  if (entry === undefined || overrides === undefined) return settings;
  const made: TokenSettings = {
    jwtAuth: { ...jwtAuth, ...overrides, issuers: withoutOverrides(jwtAuth, entry, issuer) },
  };
  remember(jwtAuth, issuer, made);
  remember(made.jwtAuth, issuer, made);
  return made;
}

/** The settings that bind the tokens of an entry: of every tenant, where it is about several. */
export function settingsOfEntry(entry: IssuerEntry, settings: TokenSettings): TokenSettings {
  return settingsOfIssuer(issuersOf(entry)[0] ?? entry.issuer, settings);
}

/** The settings that bind a caller. A key that a token made is bound as that token was. */
export function settingsOfCaller(
  { issuer, key }: Pick<Identity, "issuer" | "key">,
  settings: TokenSettings,
): TokenSettings {
  return settingsOfIssuer(issuer ?? key?.maker?.issuer, settings);
}

/** The same, for a decision. */
export function decidingSettings(
  identity: Pick<Identity, "issuer" | "key">,
  settings: DecidingSettings,
): DecidingSettings {
  const ofCaller = settingsOfCaller(identity, settings);
  if (ofCaller === settings) return settings;
  return { ...ofCaller, otherIssuers: settings.otherIssuers ?? "any", mcpServers: settings.mcpServers ?? [] };
}

function remember(from: JwtAuthSettings, issuer: string, made: TokenSettings): void {
  const known = merged.get(from) ?? new Map<string, TokenSettings>();
  merged.set(from, known.set(issuer, made));
}

/** The values of an entry that stand above the common ones; undefined if there are none. */
function overridesIn(entry: IssuerEntry): Partial<JwtAuthSettings> | undefined {
  const given = Object.entries(entry).filter(([name, value]) => isTokenSetting(name) && value !== undefined);
  if (given.length === 0) return undefined;
  return Object.fromEntries(given.map(([name, value]) => [name, value ?? UNSET[name]]));
}

/**
 * The entry keeps only what it says about its issuer, so that merged settings can be changed and merged again. Its
 * tenants go with its `required_claims`, so it is from then on about this one issuer.
 */
function withoutOverrides({ issuers }: JwtAuthSettings, entry: IssuerEntry, issuer: string): IssuerEntry[] {
  const own = Object.fromEntries(Object.entries(entry).filter(([name]) => !isTokenSetting(name)));
  return issuers.map((other) => (other === entry ? { ...own, issuer } : other));
}

function isTokenSetting(name: string): boolean {
  return Object.hasOwn(jwtAuthSchema.shape, name);
}

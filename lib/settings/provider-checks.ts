import { settingsOfEntry } from "@/lib/auth/issuer-settings";
import { keyAddress } from "@/lib/auth/token/discovery-address";
import type { Fault, Path } from "@/lib/config/finding";
import type { IssuerEntry, JwtAuthSettings } from "@/lib/config/schema";
import {
  isAddressOf,
  isConsoleAlone,
  isConsoleEntry,
  isOnlyProvider,
  withIssuerDefaults,
  type OtherProviders,
} from "./issuer-defaults";

/** What the identity providers of a configuration are checked against. */
export interface ProviderContext extends OtherProviders {
  /** Where `gateway_jwtauth` is in the file. */
  readonly base: Path;
  /** The place of an environment variable in the file, if it is there. */
  readonly sourceOf: (variable: string) => Pick<Fault, "path" | "at">;
}

/**
 * Warnings about what tokens may do if there are several providers, public ones, or ones where clients choose their
 * scopes.
 */
export function providerFaults(settings: JwtAuthSettings, context: ProviderContext): Fault[] {
  const inForce = withIssuerDefaults(settings, context);
  return [
    ...trustedAlike(settings, context),
    ...sharedNames(settings, context),
    ...settings.issuers.flatMap((entry, index) => openDefaults(entry, index, settings, context)),
    ...publicIssuers(inForce, context),
    ...scopeAlone(inForce, context),
  ];
}

/** The addresses of JWT_PUBLIC_KEY_URL that no entry of `issuers` names. */
function commonAddresses({ issuers }: JwtAuthSettings, { publicKeyUrls }: ProviderContext): string[] {
  return [...new Set(publicKeyUrls)].filter((url) => !issuers.some((entry) => isAddressOf(url, entry)));
}

function trustedAlike(settings: JwtAuthSettings, context: ProviderContext): Fault[] {
  const { length } = commonAddresses(settings, context);
  if (length < 2) return [];
  return [
    {
      number: "C071",
      ...context.sourceOf("JWT_PUBLIC_KEY_URL"),
      message: `JWT_PUBLIC_KEY_URL names ${length} providers that are trusted alike: the tokens of each may make administrators and name any team and user`,
      fix: "list them under gateway_jwtauth.issuers, with allow_admin: true for those that administrators come from",
    },
  ];
}

/**
 * A warning if several providers can name the same teams and users. Entries that share a key set are one provider under
 * several names, and those with an id prefix name nobody else's ids. The operator's own check may keep ids apart.
 */
function sharedNames(settings: JwtAuthSettings, context: ProviderContext): Fault[] {
  const { issuers, custom_validate: customValidate } = settings;
  const common = issuers.filter((entry) => entry.id_prefix === undefined && !validates(entry, settings));
  const addresses = new Set([...common.map(keyAddress), ...commonAddresses(settings, context)]);
  if (issuers.length === 0 || addresses.size < 2 || customValidate !== undefined) return [];
  return [
    {
      number: "C070",
      path: [...context.base, "issuers"],
      at: "key",
      message: `the tokens of ${addresses.size} providers can name the same teams and users, and spend in their names`,
      fix: "give each issuer an id_prefix, list only providers whose ids you trust alike, or let custom_validate refuse the ids that an issuer may not name",
    },
  ];
}

/** Whether a function of the operator judges the tokens of an entry. */
function validates(entry: IssuerEntry, settings: JwtAuthSettings): boolean {
  return settingsOfEntry(entry, { jwtAuth: settings }).jwtAuth.custom_validate !== undefined;
}

/** Whether something besides the signature decides which tokens of an entry count. */
function isNarrowed(entry: IssuerEntry, settings: JwtAuthSettings): boolean {
  const { required_claims: required } = settingsOfEntry(entry, { jwtAuth: settings }).jwtAuth;
  return validates(entry, settings) || Object.keys(required).length > 0;
}

/** Warnings about an entry that does not say what it may do beside other providers. */
function openDefaults(entry: IssuerEntry, index: number, settings: JwtAuthSettings, context: ProviderContext): Fault[] {
  if (isOnlyProvider(settings, context)) return [];
  const location = { path: [...context.base, "issuers", index, "issuer"], at: "value" } as const;
  const faults: Fault[] = [];
  if (entry.allow_admin === undefined) {
    const isConsole = isConsoleAlone(entry, context);
    faults.push({
      ...location,
      number: "C072",
      message: `with several providers, its tokens make no administrators${isConsole ? ", except of the console" : ""}`,
      fix: `add allow_admin: true if administrators come from it, otherwise allow_admin: ${isConsole ? "console" : "false"}`,
    });
  }
  const upserts = (["team_id_upsert", "user_id_upsert"] as const).filter(
    (flag) => settings[flag] && entry[flag] === undefined,
  );
  if (upserts.length > 0) {
    const flags = upserts.join(" and ");
    faults.push({
      ...location,
      number: "C073",
      message: `with several providers, ${flags} of gateway_jwtauth ${upserts.length === 1 ? "does" : "do"} not apply to its tokens`,
      fix: `add ${upserts.map((flag) => `${flag}: true`).join(" and ")} to this entry, or false`,
    });
  }
  return faults;
}

/** Issuers, and addresses of their keys, at which anybody can open an account or run a job and get a token. */
const PUBLIC_ISSUERS = [
  /^https:\/\/token\.actions\.githubusercontent\.com(\/|$)/,
  /^https:\/\/gitlab\.com(\/|$)/,
  /^https:\/\/(accounts\.google\.com|www\.googleapis\.com\/oauth2)(\/|$)/,
  /^https:\/\/login\.microsoftonline\.com\/(common|organizations|consumers|9188040d-6c67-4c5b-b112-36a304b66dad)(\/|$)/,
  /^https:\/\/(appleid\.apple\.com|agent\.buildkite\.com|app\.terraform\.io|www\.linkedin\.com|id\.twitch\.tv)(\/|$)/,
];

function publicIssuers(settings: JwtAuthSettings, context: ProviderContext): Fault[] {
  const isPublic = (address: string): boolean => PUBLIC_ISSUERS.some((pattern) => pattern.test(address));
  const fault = (
    location: Pick<Fault, "path" | "at">,
    flags: Pick<IssuerEntry, "team_id_upsert" | "user_id_upsert">,
  ) => {
    const made = [flags.team_id_upsert && "teams", flags.user_id_upsert && "users"].filter(Boolean).join(" and ");
    if (made === "") return [];
    const message = `anybody can get tokens from this issuer, and its tokens create ${made}`;
    const fix = "set its upsert flags to false, or let required_claims or custom_validate refuse what is not yours";
    return [{ ...location, number: "C074" as const, message, fix }];
  };
  const entries = settings.issuers.flatMap((entry, index): Fault[] =>
    (isPublic(entry.issuer) || isPublic(keyAddress(entry))) && !isNarrowed(entry, settings)
      ? fault({ path: [...context.base, "issuers", index, "issuer"], at: "value" }, entry)
      : [],
  );
  const isCommonNarrowed = settings.custom_validate !== undefined || Object.keys(settings.required_claims).length > 0;
  return isCommonNarrowed || !commonAddresses(settings, context).some(isPublic)
    ? entries
    : [...entries, ...fault(context.sourceOf("JWT_PUBLIC_KEY_URL"), settings)];
}

/**
 * The addresses of Keycloak. It assigns scopes to clients and not to people: any client may ask for a scope that it has
 * as optional.
 */
const KEYCLOAK = /\/realms\/[^/]+/;

function scopeAlone(settings: JwtAuthSettings, context: ProviderContext): Fault[] {
  const asksMore = ({ admin_jwt_role: role, custom_validate: customValidate }: JwtAuthSettings): boolean =>
    role !== undefined || customValidate !== undefined;
  const { issuers } = settings;
  const { consoleIssuer } = context;
  const fault = (location: Pick<Fault, "path" | "at">): Fault => ({
    ...location,
    number: "C076",
    message:
      "the admin scope alone makes administrators, and in Keycloak a client may ask for a scope that nobody was granted",
    fix: "set admin_jwt_role to a role of your administrators; docs/providers/keycloak.md shows both sides",
  });
  const hasEntry = consoleIssuer !== undefined && issuers.some((entry) => isConsoleEntry(entry, context));
  const variables = asksMore(settings)
    ? []
    : [
        ...(commonAddresses(settings, context).some((url) => KEYCLOAK.test(url)) ? ["JWT_PUBLIC_KEY_URL"] : []),
        ...(consoleIssuer !== undefined && KEYCLOAK.test(consoleIssuer) && !hasEntry ? ["OIDC_ISSUER"] : []),
      ];
  const entry = issuers.findIndex(
    (each) =>
      (KEYCLOAK.test(each.issuer) || KEYCLOAK.test(keyAddress(each))) &&
      each.allow_admin !== false &&
      !asksMore(settingsOfEntry(each, { jwtAuth: settings }).jwtAuth),
  );
  const [variable] = variables;
  if (entry >= 0) return [fault({ path: [...context.base, "issuers", entry, "issuer"], at: "value" })];
  return variable === undefined ? [] : [fault(context.sourceOf(variable))];
}

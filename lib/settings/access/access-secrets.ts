import { discoveryAddressOf } from "@/lib/auth/token/discovered-endpoints";
import type { Fault, Path } from "@/lib/config/finding";
import type { AccessOverrides, IssuerEntry, JwtAuthSettings } from "@/lib/config/schema";
import { type Secret } from "@/lib/config/secret";
import { isVaultReference } from "@/lib/config/secrets/vault-reference";
import { isObject } from "@/lib/is-object";
import type { RevisionSecret } from "@/lib/store/settings/revision-secrets";

/** The mark that revisions and answers have in place of a secret. It has the secret's id once the secret is saved. */
const MARK = /^\[secret(?: ([\w-]{1,64}))?\]$/;
/** Stands in for a secret that this node cannot decrypt. The provider refuses it, so it proves no token. */
const UNUSABLE = "(this secret cannot be decrypted)";

type Section = "introspection" | "mcp_oauth" | "microsoft_graph";
/**
 * The sections of an issuer's entry, or of `gateway_jwtauth` itself, that have a secret, and the destination of each. A
 * secret is sent to no other destination than the one that it was entered for.
 */
const SECTIONS: Readonly<Record<Section, (entry: Raw) => string>> = {
  introspection: ({ issuer, jwks_url: keys, introspection }) => {
    const url = isObject(introspection) ? introspection["url"] : undefined;
    if (typeof url === "string") return originOf(url);
    return discoveredBy(issuer, keys);
  },
  mcp_oauth: ({ issuer, jwks_url: keys }) => discoveredBy(issuer, keys),
  microsoft_graph: ({ microsoft_graph: graph }) => {
    const { login_url: login = "https://login.microsoftonline.com", graph_url: url = "https://graph.microsoft.com" } =
      isObject(graph) ? graph : {};
    return `${originOf(String(login))} ${originOf(String(url))}`;
  },
};

function discoveredBy(issuer: unknown, keys: unknown): string {
  const named = { issuer: String(issuer), ...(typeof keys === "string" && { jwks_url: keys }) };
  return `what ${originOf(discoveryAddressOf(named))} names`;
}

type Raw = Readonly<Record<string, unknown>>;
/** Settings that have secrets in their sections. */
type Holder = Pick<IssuerEntry, Section>;

/** The known secrets, for reading a draft of access settings. */
export interface KnownSecrets {
  /** The secrets in the database by id; undefined: this node cannot decrypt it. */
  readonly stored: ReadonlyMap<string, RevisionSecret | undefined>;
  /** The entries in force, then those of the file. An edit that leaves out a secret keeps that of the first entry. */
  readonly kept: readonly IssuerEntry[];
  /** The settings that all issuers share: those in force, then those of the file. They keep secrets in the same way. */
  readonly common: readonly Pick<JwtAuthSettings, "microsoft_graph">[];
  /** The entries of the file, which alone can give `custom_validate`. */
  readonly inFile: readonly IssuerEntry[];
}

/**
 * What a draft is read for. `save`: every fault counts. `stored`: a saved revision, of which everything but an unusable
 * secret is kept. `trial`: secrets are sent nowhere.
 */
export type SecretUse = "save" | "stored" | "trial";

/**
 * The draft with its secrets in place, for the schema, and the faults of these secrets. Anything else stays as it is.
 */
export function openAccessSecrets(
  draft: unknown,
  known: KnownSecrets,
  use: SecretUse,
): { readonly draft: unknown; readonly faults: readonly Fault[] } {
  if (!isObject(draft)) return { draft, faults: [] };
  const faults: Fault[] = [];
  /** Those sections of a holder whose secrets are kept elsewhere, with the secrets in place. */
  const opened = (holder: Raw, names: readonly Section[], holders: readonly Holder[], path: Path): Raw =>
    Object.fromEntries(
      names.flatMap((section) => {
        const given = holder[section];
        if (!isObject(given)) return [];
        const found = secretOf(holder, section, given["client_secret"], { stored: known.stored, holders });
        if (found === undefined) return [];
        if ("secret" in found) return [[section, { ...given, client_secret: found.secret }] as const];
        if (use !== "trial") faults.push(faultOf(found, [...path, section, "client_secret"], use));
        return use === "save" ? [] : [[section, { ...given, client_secret: UNUSABLE }] as const];
      }),
    );
  const common = opened(draft, ["microsoft_graph"], known.common, []);
  if (!Array.isArray(draft["issuers"])) return { draft: { ...draft, ...common }, faults };
  const issuers = draft["issuers"].map((entry: unknown, index) => {
    if (!isObject(entry)) return entry;
    const path = ["issuers", index];
    const holders = known.kept.filter(({ issuer }) => issuer === entry["issuer"]);
    const sections = opened(entry, ["introspection", "mcp_oauth", "microsoft_graph"], holders, path);
    const own = withFileFunction(entry, known.inFile, use);
    if (own === undefined) faults.push(functionFault(path));
    return { ...(own ?? entry), ...sections };
  });
  return { draft: { ...draft, ...common, issuers }, faults };
}

/**
 * The form in which a revision holds overrides: with marks in place of secrets. `secrets`: those that the database does
 * not have yet.
 */
export function revisionOf(
  overrides: AccessOverrides,
  stored: KnownSecrets["stored"],
  newId: () => string,
): { readonly settings: Raw; readonly secrets: ReadonlyMap<string, RevisionSecret> } {
  const settings: Raw = JSON.parse(JSON.stringify(overrides));
  const secrets = new Map<string, RevisionSecret>();
  const idOf = (wanted: RevisionSecret): string => {
    for (const [id, secret] of [...stored, ...secrets])
      if (secret?.secret === wanted.secret && secret.destination === wanted.destination) return id;
    const id = newId();
    secrets.set(id, wanted);
    return id;
  };
  const mark = (secret: RevisionSecret): string => `[secret ${idOf(secret)}]`;
  const common = markedSections({ microsoft_graph: overrides.microsoft_graph }, mark);
  const issuers = overrides.issuers?.map((entry) => {
    const { custom_validate: _, ...rest } = entry;
    const marked = { ...rest, ...markedSections(entry, mark) };
    return JSON.parse(JSON.stringify(marked)) as unknown;
  });
  return { settings: { ...settings, ...common, ...(issuers && { issuers }) }, secrets };
}

function markedSections(holder: Holder, mark: (secret: RevisionSecret) => string): Raw {
  const { introspection, mcp_oauth: oauth, microsoft_graph: graph } = holder;
  const markOf = (section: Section, secret: Secret) =>
    mark({ secret: secret.reveal(), destination: SECTIONS[section]({ ...holder }) });
  return {
    ...(introspection && {
      introspection: { ...introspection, client_secret: markOf("introspection", introspection.client_secret) },
    }),
    ...(oauth?.client_secret && {
      mcp_oauth: { ...oauth, client_secret: markOf("mcp_oauth", oauth.client_secret) },
    }),
    ...(graph && { microsoft_graph: { ...graph, client_secret: markOf("microsoft_graph", graph.client_secret) } }),
  };
}

type Found =
  | { readonly secret: string }
  | { readonly fault: "unknown" | "unreadable" | "moved" | "reference" }
  | undefined;

/** The kept secret that a text of the draft stands for. Undefined: the text is the secret itself, or there is none. */
function secretOf(
  holder: Raw,
  section: Section,
  given: unknown,
  { stored, holders }: Pick<KnownSecrets, "stored"> & { readonly holders: readonly Holder[] },
): Found {
  const destination = SECTIONS[section](holder);
  const checked = (known: RevisionSecret): Found =>
    known.destination === destination ? { secret: known.secret } : { fault: "moved" };
  const [mark, id] = (typeof given === "string" && MARK.exec(given)) || [];
  if (id !== undefined) {
    if (!stored.has(id)) return { fault: "unknown" };
    const known = stored.get(id);
    return known ? checked(known) : { fault: "unreadable" };
  }
  if (mark !== undefined || given === undefined) {
    const known = keptSecret(section, holders);
    if (known) return checked(known);
    return mark === undefined ? undefined : { fault: "unknown" };
  }
  const text = typeof given === "string" ? given.trim() : "";
  return text.startsWith("os.environ") || isVaultReference(text) ? { fault: "reference" } : undefined;
}

function keptSecret(section: Section, holders: readonly Holder[]): RevisionSecret | undefined {
  for (const holder of holders) {
    const secret = holder[section]?.client_secret?.reveal();
    if (secret !== undefined && secret !== UNUSABLE) return { secret, destination: SECTIONS[section]({ ...holder }) };
  }
  return undefined;
}

/** The entry with the `custom_validate` of the file. Undefined: the entry names another one, which is a fault. */
function withFileFunction(entry: Raw, inFile: readonly IssuerEntry[], use: SecretUse): Raw | undefined {
  if (use === "trial") return entry;
  const { custom_validate: given, ...rest } = entry;
  const ofFile = inFile.find(({ issuer }) => issuer === entry["issuer"])?.custom_validate;
  if (use === "save" && given !== undefined && given !== ofFile) return undefined;
  return ofFile === undefined ? rest : { ...rest, custom_validate: ofFile };
}

function faultOf({ fault }: Extract<Found, { fault: string }>, path: Path, use: SecretUse): Fault {
  const location = { path, at: "value" } as const;
  if (use === "stored") {
    const message = "this node cannot decrypt it, so the issuer is not asked with it";
    const fix = "give every node the same GATEWAY_ENCRYPTION_KEY, or enter the secret again";
    return { ...location, number: "C169", message, fix };
  }
  switch (fault) {
    case "reference":
      return {
        ...location,
        number: "C168",
        message: "references to the environment and to vaults work only in the configuration file",
        fix: "send the secret itself",
      };
    case "moved":
      return {
        ...location,
        number: "C167",
        message: "belongs to another address: the change would send it to another origin than it was entered for",
        fix: "enter the secret again",
      };
    case "unreadable":
      return {
        ...location,
        number: "C167",
        message: "this node cannot decrypt it",
        fix: "enter the secret again",
      };
    case "unknown":
      return { ...location, number: "C167", message: "no such secret is stored", fix: "enter the secret again" };
  }
}

function functionFault(path: Path): Fault {
  return {
    number: "C170",
    path: [...path, "custom_validate"],
    at: "value",
    message: "only the configuration file can name a function",
    fix: "leave it out",
  };
}

function originOf(address: string): string {
  return URL.canParse(address) ? new URL(address).origin : address;
}

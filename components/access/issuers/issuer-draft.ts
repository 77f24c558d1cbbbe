import { isObject } from "@/lib/is-object";
import type { AccessOverrides } from "@/lib/config/schema";
import { isSecretPlaceholder, withoutTypedSecrets } from "./typed-secrets";

/** The entry of an issuer as JSON: its secrets are strings or marks, and defaults are not filled in. */
export type IssuerDraft = Readonly<Record<string, unknown>>;

/** The entries of a list as JSON; none if it is not a list. */
export function issuerDrafts(list: unknown): IssuerDraft[] {
  const plain: unknown = JSON.parse(JSON.stringify(list ?? []));
  return Array.isArray(plain) ? plain.filter(isObject) : [];
}

/** Entries as the overrides of a draft, which are sent as JSON. */
export function draftedIssuers(entries: readonly IssuerDraft[]): NonNullable<AccessOverrides["issuers"]> {
  // A draft is JSON, so that the browser can keep it. Its secrets are marks, where the type has objects.
  return entries as unknown as NonNullable<AccessOverrides["issuers"]>;
}

/** `microsoft_graph` of a draft with a mark in place of its typed secret. `before`: the section before the change. */
export function draftedGraph(
  graph: Readonly<Record<string, unknown>>,
  before: unknown,
): NonNullable<AccessOverrides["microsoft_graph"]> {
  const secret = isObject(before) ? before["client_secret"] : undefined;
  const { microsoft_graph: drafted } = withoutTypedSecrets(
    { microsoft_graph: graph },
    typeof secret === "string" ? secret : undefined,
  );
  // A draft is JSON. Its secret is a mark, where the type has an object.
  return drafted as NonNullable<AccessOverrides["microsoft_graph"]>;
}

/** The entry with a field changed. Undefined and an empty text, list or object remove the field. */
export function withField(entry: IssuerDraft, name: string, value: unknown): IssuerDraft {
  const { [name]: _, ...rest } = entry;
  const isEmpty = value === undefined || value === "" || (typeof value === "object" && value !== null && isBare(value));
  return isEmpty ? rest : { ...rest, [name]: value };
}

function isBare(value: object): boolean {
  return Object.keys(value).length === 0;
}

/** A few words that distinguish an issuer from the others. */
export function issuerFacts(entry: IssuerDraft): string[] {
  const { audience, allow_admin: admin, id_prefix: prefix, introspection, userinfo, required_claims: required } = entry;
  return [
    audience === undefined ? "audience of JWT_AUDIENCE" : `audience ${[audience].flat().join(", ")}`,
    ...(isObject(required) ? [`requires ${Object.keys(required).join(", ")}`] : []),
    ...(typeof prefix === "string" ? [`ids begin with ${prefix}`] : []),
    ...(admin === true ? ["may make administrators"] : []),
    ...(introspection !== undefined ? ["introspection"] : []),
    ...(userinfo !== undefined && userinfo !== false ? ["userinfo"] : []),
  ];
}

/** A claim that every token must have, as two fields show it. */
export interface RequiredClaimRow {
  readonly claim: string;
  /** Values separated by commas. */
  readonly values: string;
}

/** The required claims of an entry as rows; undefined: rows cannot show them, only JSON can. */
export function requiredClaimRows(required: unknown): RequiredClaimRow[] | undefined {
  if (required === undefined) return [];
  if (!isObject(required)) return undefined;
  const rows = Object.entries(required).map(([claim, value]) => ({ claim, values: [value].flat() }));
  if (!rows.every(({ values }) => values.every((value) => typeof value === "string" && !value.includes(","))))
    return undefined;
  return rows.map(({ claim, values }) => ({ claim, values: values.join(", ") }));
}

/** Rows as `required_claims`. Rows without a claim or a value are left out. */
export function requiredClaims(rows: readonly RequiredClaimRow[]): Record<string, string | string[]> {
  return Object.fromEntries(
    rows.flatMap(({ claim, values }) => {
      const parts = values
        .split(",")
        .map((part) => part.trim())
        .filter((part) => part !== "");
      const [first, ...others] = parts;
      if (claim.trim() === "" || first === undefined) return [];
      return [[claim.trim(), others.length === 0 ? first : parts] as const];
    }),
  );
}

/** Whether a section of an entry, such as `introspection`, has a secret already, saved or typed. */
export function hasSecret(section: unknown): boolean {
  return isObject(section) && isSecretPlaceholder(section["client_secret"]);
}

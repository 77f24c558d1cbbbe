import { isObject } from "@/lib/is-object";
import { issuerEntry, type AccessOverrides } from "@/lib/config/schema";
import { schemaFaults } from "@/lib/settings/schema-faults";
import { isSecretMark, withoutTypedSecrets } from "./typed-secrets";

/** The entry of an issuer as JSON has it: secrets are texts or marks, and nothing is filled in. */
export type IssuerDraft = Readonly<Record<string, unknown>>;

/** The entries of a list as JSON has them. */
export function issuerDrafts(list: unknown): IssuerDraft[] {
  const plain: unknown = JSON.parse(JSON.stringify(list ?? []));
  return Array.isArray(plain) ? plain.filter(isObject) : [];
}

/** Entries as the overrides of a draft have them, which are sent as JSON. */
export function draftedIssuers(entries: readonly IssuerDraft[]): NonNullable<AccessOverrides["issuers"]> {
  // A draft is JSON, so that the browser can keep it: its secrets are marks and no objects.
  return entries as unknown as NonNullable<AccessOverrides["issuers"]>;
}

/** `microsoft_graph` of a draft with its typed secret put away. `before`: as it was. */
export function draftedGraph(
  graph: Readonly<Record<string, unknown>>,
  before: unknown,
): NonNullable<AccessOverrides["microsoft_graph"]> {
  const secret = isObject(before) ? before["client_secret"] : undefined;
  const { microsoft_graph: drafted } = withoutTypedSecrets(
    { microsoft_graph: graph },
    typeof secret === "string" ? secret : undefined,
  );
  // A draft is JSON: its secret is a mark and no object.
  return drafted as NonNullable<AccessOverrides["microsoft_graph"]>;
}

/** A field changed, or removed: by undefined, an empty text, list or object. */
export function withField(entry: IssuerDraft, name: string, value: unknown): IssuerDraft {
  const { [name]: _, ...rest } = entry;
  const isEmpty = value === undefined || value === "" || (typeof value === "object" && value !== null && isBare(value));
  return isEmpty ? rest : { ...rest, [name]: value };
}

function isBare(value: object): boolean {
  return Object.keys(value).length === 0;
}

/** A written entry with its typed secrets put away, or the first fault in words. */
export function readIssuer(value: unknown): { readonly entry: IssuerDraft } | { readonly fault: string } {
  const parsed = issuerEntry.safeParse(value);
  if (parsed.success && isObject(value)) return { entry: withoutTypedSecrets(value) };
  const [first] = schemaFaults(issuerEntry, value, parsed.error?.issues ?? []);
  const place = first?.path.length ? `${first.path.join(".")}: ` : "";
  return { fault: `${place}${first?.message ?? "This is no issuer."}${first?.fix ? ` (${first.fix})` : ""}` };
}

/** The same from JSON. */
export function readIssuerText(text: string): ReturnType<typeof readIssuer> {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return {
      fault: "This is not JSON. Names and texts need double quotes, and there must be no comma before a closing brace.",
    };
  }
  return readIssuer(value);
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
  /** Several values are separated by commas. */
  readonly values: string;
}

/** The required claims of an entry as rows; undefined: only JSON can say them. */
export function requiredClaimRows(required: unknown): RequiredClaimRow[] | undefined {
  if (required === undefined) return [];
  if (!isObject(required)) return undefined;
  const rows = Object.entries(required).map(([claim, value]) => ({ claim, values: [value].flat() }));
  if (!rows.every(({ values }) => values.every((value) => typeof value === "string" && !value.includes(","))))
    return undefined;
  return rows.map(({ claim, values }) => ({ claim, values: values.join(", ") }));
}

/** Rows as `required_claims` has them. Rows without a claim or a value say nothing. */
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

/** Whether a section of an entry, such as `introspection`, has a secret that is saved or typed already. */
export function hasSecret(section: unknown): boolean {
  return isObject(section) && isSecretMark(section["client_secret"]);
}

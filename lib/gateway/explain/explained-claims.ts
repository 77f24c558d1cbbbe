import { isDeepStrictEqual } from "node:util";
import { claimPath, pathKey } from "@/lib/auth/claims/claim-path";
import { readPath } from "@/lib/auth/claims/read-path";
import { claimLine, settingFor, textsOf, withPart, type ClaimText, type Named } from "@/lib/auth/claims/claim-line";
import { claimSources } from "@/lib/auth/claims/claim-source";
import {
  CLAIM_FIELDS,
  DEFAULT_EXPRESSIONS,
  type ClaimField,
  type ClaimFields,
} from "@/lib/auth/claims/identity-claims";
import { mappedNames } from "@/lib/auth/claims/mapped-names";
import { listClaims, type TokenClaim } from "@/lib/auth/claims/token-claims";
import { unreadFields, type UnreadField } from "@/lib/auth/claims/unread-fields";
import type { Claims } from "@/lib/auth/decision";
import type { Directory } from "@/lib/auth/facts";
import { idNamespace, prefixed } from "@/lib/auth/id-namespace";
import { settingsOfIssuer } from "@/lib/auth/issuer-settings";
import type { ClaimExpression } from "@/lib/config/claim-expression";
import type { JwtAuthSettings } from "@/lib/config/schema";

/** Something that exists and that a value of a claim names. */
export interface NamedByClaim {
  readonly kind: Named;
  readonly id: string;
  /** The setting that would read it; undefined: it is read already, or no setting can. */
  readonly use: { readonly field: ClaimField; readonly expression: ClaimExpression; readonly line: string } | undefined;
}

/** One claim of an explained token. */
export interface ExplainedClaim extends TokenClaim {
  /** The claim fields that read it. */
  readonly readBy: readonly ClaimField[];
  readonly named: readonly NamedByClaim[];
}

/** The claims of a token beside what the configuration reads of them. */
export interface ExplainedClaims {
  readonly claims: readonly ExplainedClaim[];
  readonly unread: readonly UnreadField[];
}

/** The fields whose claims count together. */
const SETS: ReadonlySet<ClaimField> = new Set(["team_ids_jwt_field", "roles_jwt_field", "scope_jwt_field"]);

/** How many different strings of a token are looked up. */
const MOST_LOOKED_UP = 60;

/** Says of every claim which fields read it and which teams, users, organisations, roles and scopes it names. */
export async function explainClaims(
  directory: Pick<Directory, "team" | "user" | "organization">,
  {
    claims,
    issuer,
    faulty,
  }: { readonly claims: Claims; readonly issuer: string | undefined; readonly faulty?: string | undefined },
  settings: JwtAuthSettings,
): Promise<ExplainedClaims> {
  const { jwtAuth } = settingsOfIssuer(issuer, { jwtAuth: settings });
  const namespace = idNamespace(issuer, settings);
  const listed = listClaims(claims);
  const texts = new Set(listed.flatMap((claim) => textsOf(claim).map(({ text }) => text)));
  const known = new Map(
    await Promise.all(
      [...texts].slice(0, MOST_LOOKED_UP).map(async (text) => {
        const id = prefixed(text, namespace);
        return [
          text,
          [...(id === undefined ? [] : await existing(directory, id)), ...mappedNames(text, jwtAuth)],
        ] as const;
      }),
    ),
  );
  const isThere = (path: string, field: ClaimField): boolean =>
    path === faulty || (!SETS.has(field) && isStatedIn(claims, path));
  const readers = CLAIM_FIELDS.map((field) => ({
    field,
    read: placesRead(claims, jwtAuth[field] ?? DEFAULT_EXPRESSIONS[field]),
  }));
  const explained = listed.map((claim): ExplainedClaim => {
    const readBy = readers.flatMap(({ field, read }) => (isReadBy(claim, read) ? [field] : []));
    const named = textsOf(claim).flatMap((text) =>
      (known.get(text.text) ?? []).map(({ kind, id }) => ({
        kind,
        id,
        use: useOf(kind, claim, text, { readBy, jwtAuth, isThere }),
      })),
    );
    return { ...claim, readBy, named };
  });
  return { claims: explained, unread: unreadFields(claims, jwtAuth, listed) };
}

type Found = Pick<NamedByClaim, "kind" | "id">;

async function existing(
  directory: Pick<Directory, "team" | "user" | "organization">,
  id: string,
): Promise<readonly Found[]> {
  const [team, user, organization] = await Promise.all([
    directory.team(id),
    directory.user(id),
    directory.organization(id),
  ]);
  return [
    ...(team ? [{ kind: "team" as const, id }] : []),
    ...(user ? [{ kind: "user" as const, id }] : []),
    ...(organization ? [{ kind: "organization" as const, id }] : []),
  ];
}

function isStatedIn(claims: Claims, path: string): boolean {
  const value = readPath(claims, claimPath(path));
  return value !== undefined && value !== null && value !== "";
}

/** A value that a field reads. `isInList`: its path reads one or all elements of a list, not the whole claim. */
interface ReadValue {
  readonly isInList: boolean;
  readonly value: unknown;
}

function placesRead(claims: Claims, expression: ClaimExpression | undefined): ReadonlyMap<string, ReadValue[]> {
  const values = new Map<string, ReadValue[]>();
  for (const { path } of expression === undefined ? [] : claimSources(expression)) {
    const value = readPath(claims, path);
    if (value === undefined) continue;
    const key = pathKey(path);
    values.set(key, [...(values.get(key) ?? []), { isInList: path.lists !== undefined, value }]);
  }
  return values;
}

/** Several claims may be at the same place, so the value tells which of them is read. */
function isReadBy({ path, value }: TokenClaim, read: ReadonlyMap<string, ReadValue[]>): boolean {
  return (read.get(pathKey(claimPath(path))) ?? []).some((one) => one.isInList || one.value === value);
}

/** What is read of a claim today. */
interface InForce {
  readonly readBy: readonly ClaimField[];
  readonly jwtAuth: ClaimFields;
  /** Whether the claim at a path would hide or spoil others of its field. */
  readonly isThere: (path: string, field: ClaimField) => boolean;
}

function useOf(
  kind: Named,
  claim: TokenClaim,
  { parts }: ClaimText,
  { readBy, jwtAuth, isThere }: InForce,
): NamedByClaim["use"] {
  const setting = settingFor(kind, claim, parts);
  if (!setting) return undefined;
  const { field, part } = setting;
  if (Object.keys(part).length === 1 && readBy.includes(field)) return undefined;
  const before = jwtAuth[field] ?? (field === "scope_jwt_field" ? DEFAULT_EXPRESSIONS[field] : undefined);
  // An id is read from the first of its claims that the token has, so such a claim would hide the new one.
  const expression = withPart(before, part, (path) => isThere(path, field));
  if (isDeepStrictEqual(expression, before)) return undefined;
  return { field, expression, line: claimLine(field, expression) };
}

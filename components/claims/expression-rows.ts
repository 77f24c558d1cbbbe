import type { ClaimField } from "@/lib/auth/claims/identity-claims";
import { type ClaimExpression, type ClaimParts, claimParts } from "@/lib/config/claim-expression";

/** One claim of an expression, as a row shows it. An empty text is an absent part. */
export type ExpressionRow = ClaimParts;

/** The parts that a field allows beside the path of a claim. */
export interface AllowedParts {
  readonly take: readonly ("only" | "keys")[];
  readonly separator: boolean;
}

const ID: AllowedParts = { take: ["only", "keys"], separator: false };
const SET: AllowedParts = { take: ["keys"], separator: true };
/** No `take`: an organisation that stands alone in a list or an object is read without it. */
const ORGANIZATION: AllowedParts = { take: [], separator: false };

const ALLOWED: Readonly<Record<ClaimField, AllowedParts>> = {
  team_id_jwt_field: ID,
  user_id_jwt_field: ID,
  org_id_jwt_field: ORGANIZATION,
  end_user_id_jwt_field: ID,
  team_ids_jwt_field: SET,
  user_email_jwt_field: ID,
  object_id_jwt_field: ID,
  roles_jwt_field: SET,
  team_alias_jwt_field: ID,
  scope_jwt_field: SET,
};

/** The parts that a claim of this field may have. */
export function allowedParts(field: ClaimField): AllowedParts {
  return ALLOWED[field];
}

/** The claims of an expression as rows; one empty row for a field that is not set. */
export function expressionRows(expression: ClaimExpression | undefined): readonly ExpressionRow[] {
  return expression === undefined ? [{ path: "" }] : claimParts(expression);
}

/**
 * Rows as an expression in its shortest form. Rows without a path are left out; undefined: none has a path.
 */
export function rowsExpression(rows: readonly ExpressionRow[]): ClaimExpression | undefined {
  const written = rows.flatMap((row) => (row.path.trim() === "" ? [] : [shortest(row)]));
  const [first, ...others] = written;
  return others.length === 0 ? first : written;
}

/** Whether a row says more than a path. */
export function hasParts(row: ExpressionRow): boolean {
  return typeof shortest(row) !== "string";
}

function shortest({ path, pattern, to, take, integers, separator }: ExpressionRow): string | ClaimParts {
  const parts = {
    ...(pattern && { pattern }),
    ...(to && { to }),
    ...(take && { take }),
    ...(integers && { integers }),
    ...(separator && { separator }),
  };
  return Object.keys(parts).length === 0 ? path : { path, ...parts };
}

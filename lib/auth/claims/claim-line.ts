import { claimParts, type ClaimExpression, type ClaimParts } from "@/lib/config/claim-expression";
import type { ClaimField } from "./identity-claims";
import type { TokenClaim } from "./token-claims";

/** What the value of a claim can name. */
export type Named = "team" | "user" | "organization" | "role" | "scope";

/** A string in a claim, and how an expression would read it. */
export interface ClaimText {
  readonly text: string;
  readonly parts: Omit<ClaimParts, "path">;
}

/** How many strings of one claim are looked at. */
const MOST_TEXTS = 20;

/**
 * The strings of a claim that may be ids: its values, and what follows the last `/` or `:`, or `service-account-`, in
 * them.
 */
export function textsOf({ value }: TokenClaim): readonly ClaimText[] {
  if (Array.isArray(value)) return value.slice(0, MOST_TEXTS).flatMap(textsIn);
  if (typeof value === "object" && value !== null)
    return Object.keys(value)
      .slice(0, MOST_TEXTS)
      .flatMap(textsIn)
      .map(({ text, parts }) => ({ text, parts: { ...parts, take: "keys" } }));
  return textsIn(value);
}

function textsIn(value: unknown): ClaimText[] {
  if (typeof value === "number" && Number.isSafeInteger(value))
    return [{ text: String(value), parts: { integers: true } }];
  if (typeof value !== "string" || value === "") return [];
  const prefix = /^(?:.*[/:]|service-account-)(?=.)/s.exec(value)?.[0];
  const behind =
    prefix === undefined || prefix.includes("*")
      ? []
      : [{ text: value.slice(prefix.length), parts: { pattern: `${prefix}*` } }];
  return [{ text: value, parts: {} }, ...behind];
}

/** The setting that would read a claim as the id of something; undefined: no setting can. */
export function settingFor(
  named: Named,
  { path, value }: TokenClaim,
  { take, ...parts }: ClaimText["parts"],
): { readonly field: ClaimField; readonly part: ClaimParts } | undefined {
  const isSet = take === "keys" || Array.isArray(value);
  const keys = take === undefined ? {} : { take };
  switch (named) {
    case "team":
      return { field: isSet ? "team_ids_jwt_field" : "team_id_jwt_field", part: { path, ...parts, ...keys } };
    case "organization":
      // A list or an object counts there without `take`.
      return { field: "org_id_jwt_field", part: { path, ...parts } };
    case "role":
      return { field: "roles_jwt_field", part: { path, ...parts, ...keys } };
    case "scope":
      return { field: "scope_jwt_field", part: { path, ...parts, ...keys } };
    case "user":
      if (isSet && memberCount(value) !== 1) return undefined;
      return { field: "user_id_jwt_field", part: { path, ...parts, ...(isSet && { take: take ?? "only" }) } };
  }
}

/** Adds a part to an expression. It replaces parts with the same path and those that are in its way. */
export function withPart(
  expression: ClaimExpression | undefined,
  part: ClaimParts,
  isInTheWay: (path: string) => boolean,
): ClaimExpression {
  const others = expression === undefined ? [] : claimParts(expression);
  const kept = others.filter(({ path }) => path !== part.path && !isInTheWay(path));
  const all = [...kept, part].map(shortest);
  const [only] = all;
  return all.length === 1 && only !== undefined ? only : all;
}

/** The line of the configuration that sets a claim field. */
export function claimLine(field: ClaimField, expression: ClaimExpression): string {
  return `${field}: ${written(expression)}`;
}

function shortest(part: ClaimParts): string | ClaimParts {
  return Object.keys(part).length === 1 ? part.path : part;
}

/** A value in YAML, on one line. A text in JSON's quotes is YAML too. */
function written(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(written).join(", ")}]`;
  if (typeof value === "object" && value !== null)
    return `{ ${Object.entries(value)
      .map(([name, member]) => `${name}: ${written(member)}`)
      .join(", ")} }`;
  return typeof value === "string" && /^[A-Za-z_][\w./-]*$/.test(value) ? value : JSON.stringify(value);
}

function memberCount(value: unknown): number {
  return typeof value === "object" && value !== null ? Object.keys(value).length : 0;
}

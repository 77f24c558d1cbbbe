import { z } from "zod";

/** The longest path, so that nobody who drafts settings can make reading a token costly. */
const LONGEST_PATH = 500;
const MOST_PATHS = 100;
const text = z.string().trim().min(1).max(LONGEST_PATH);

/**
 * `title` is the name of the type in docs/reference/configuration.md, which explains these fields in
 * docs/reference/claims.md.
 */
const CLAIM = { title: "[claim](claims.md)" };

/** `a.b.roles`: a path into the claims; `\.` stands for a dot within a name. */
const path = text.describe("The path of the claim.");
const oneStar = text.regex(/^[^*]*\*[^*]*$/, "needs exactly one `*`");

const mapping = {
  path,
  pattern: oneStar
    .optional()
    .describe("A pattern with one `*`. A value that does not match does not count. Unset: every value counts."),
  to: oneStar
    .optional()
    .describe("What a value becomes; its `*` stands for what the pattern's `*` matched. Unset: `*`."),
  integers: z.boolean().optional().describe("Whether an integer counts; it is read as its decimal digits."),
};
const HAS_PATTERN = "has no effect without `pattern`";
const hasPattern = ({ pattern, to }: { pattern?: string; to?: string }): boolean =>
  to === undefined || pattern !== undefined;

const idParts = z
  .strictObject({
    ...mapping,
    take: z
      .enum(["only", "keys"])
      .optional()
      .describe(
        "`only`: a list with one element counts as that element. `keys`: an object with one member counts as that member's name.",
      ),
  })
  .refine(hasPattern, { path: ["to"], error: HAS_PATTERN });

const setParts = z
  .strictObject({
    ...mapping,
    take: z.enum(["keys"]).optional().describe("`keys`: an object counts as the list of its members' names."),
    separator: z.string().min(1).optional().describe("Splits a string into several values."),
  })
  .refine(hasPattern, { path: ["to"], error: HAS_PATTERN });

const organizationParts = z.strictObject(mapping).refine(hasPattern, { path: ["to"], error: HAS_PATTERN });

/** How an id is read: a path, a path with parts, or a list of either. The first one that the token has counts. */
export const idExpression = z
  .union([
    text,
    idParts,
    z
      .array(z.union([text, idParts]))
      .min(1)
      .max(MOST_PATHS),
  ])
  .meta(CLAIM);

/** How roles, groups or scopes are read: a path, a path with parts, or a list of either. All of them count together. */
export const setExpression = z
  .union([
    text,
    setParts,
    z
      .array(z.union([text, setParts]))
      .min(1)
      .max(MOST_PATHS),
  ])
  .meta(CLAIM);

/**
 * How the organisation is read: as an id. An organisation that stands alone in a list or an object counts without
 * further settings.
 */
export const organizationExpression = z
  .union([
    text,
    organizationParts,
    z
      .array(z.union([text, organizationParts]))
      .min(1)
      .max(MOST_PATHS),
  ])
  .meta(CLAIM);

/** One part of an expression, of any kind of field. */
export interface ClaimParts {
  readonly path: string;
  readonly pattern?: string | undefined;
  readonly to?: string | undefined;
  readonly take?: "only" | "keys" | undefined;
  readonly integers?: boolean | undefined;
  readonly separator?: string | undefined;
}

/** A claim expression of any kind, as it is written in the configuration. */
export type ClaimExpression = string | ClaimParts | readonly (string | ClaimParts)[];

/** The parts of an expression in their order. */
export function claimParts(expression: ClaimExpression): readonly ClaimParts[] {
  const written = isList(expression) ? expression : [expression];
  return written.map((part) => (typeof part === "string" ? { path: part } : part));
}

/** The paths of an expression in a sentence: `client_id or azp`. */
export function claimText(expression: ClaimExpression): string {
  return claimParts(expression)
    .map((part) => part.path)
    .join(" or ");
}

function isList(expression: ClaimExpression): expression is readonly (string | ClaimParts)[] {
  return Array.isArray(expression);
}

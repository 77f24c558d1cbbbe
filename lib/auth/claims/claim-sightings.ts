import { z } from "zod";
import { CLAIM_TYPES } from "./claim-types";

/** What a value of a claim names: a row of the database, or a role or scope of a mapping. */
export const NAMED_KINDS = ["team", "user", "organization", "end_user", "role", "scope"] as const;
export type NamedKind = (typeof NAMED_KINDS)[number];

/** What a string of a claim names: something that exists or that a mapping lists. */
export interface NamedByText {
  readonly kind: NamedKind;
  readonly id: string;
}

/** The most shapes and ids that are kept of one claim, and the most claims of one issuer. */
export const MOST_SHAPES = 5;
export const MOST_IDS = 20;
export const MOST_CLAIMS = 150;

const sighting = z.object({
  path: z.string(),
  /** In how many tokens it was. */
  tokens: z.number(),
  /** In how many tokens it had which type. */
  types: z.partialRecord(z.enum(CLAIM_TYPES), z.number()),
  shapes: z.array(z.string()),
  /** What its values name. Other values are kept nowhere. */
  ids: z.array(z.object({ kind: z.enum(NAMED_KINDS), id: z.string() })),
});
export type ClaimSighting = z.infer<typeof sighting>;

/** The claims that some tokens of one issuer had, in the order of their first appearance. */
export const claimSightings = z.object({ tokens: z.number(), claims: z.array(sighting) });
export type ClaimSightings = z.infer<typeof claimSightings>;

/** What several processes have seen in several hours, as one. */
export function mergeSightings(all: readonly ClaimSightings[]): ClaimSightings {
  const claims = new Map<string, ClaimSighting>();
  for (const { claims: seen } of all) {
    for (const one of seen) {
      const known = claims.get(one.path);
      if (known) claims.set(one.path, mergeClaims(known, one));
      else if (claims.size < MOST_CLAIMS) claims.set(one.path, one);
    }
  }
  return { tokens: all.reduce((total, { tokens }) => total + tokens, 0), claims: [...claims.values()] };
}

function mergeClaims(one: ClaimSighting, other: ClaimSighting): ClaimSighting {
  const types = { ...one.types };
  for (const type of CLAIM_TYPES) {
    const count = other.types[type];
    if (count !== undefined) types[type] = (types[type] ?? 0) + count;
  }
  return {
    path: one.path,
    tokens: one.tokens + other.tokens,
    types,
    shapes: [...new Set([...one.shapes, ...other.shapes])].slice(0, MOST_SHAPES),
    ids: [...new Map([...one.ids, ...other.ids].map((named) => [`${named.kind} ${named.id}`, named])).values()].slice(
      0,
      MOST_IDS,
    ),
  };
}

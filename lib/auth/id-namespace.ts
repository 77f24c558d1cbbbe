import type { JwtAuthSettings } from "@/lib/config/schema";
import { isEntityId } from "@/lib/entity-id";
import { issuerEntryOf } from "./issuer-settings";

/** The ids that the tokens of an issuer may name. */
export interface IdNamespace {
  /** `id_prefix` of the issuer; often empty. */
  readonly prefix: string;
  /** The prefixes of other issuers, which no other id may begin with. Empty for an issuer with a prefix. */
  readonly foreign: readonly string[];
}

const EVERY_ID: IdNamespace = { prefix: "", foreign: [] };

/** The ids that the tokens of an issuer may name. Prefixes that begin with one another are refused at the start. */
export function idNamespace(issuer: string | undefined, settings: JwtAuthSettings): IdNamespace {
  if (settings.issuers.length === 0) return EVERY_ID;
  const own = issuerEntryOf(issuer, settings)?.id_prefix;
  if (own !== undefined) return { prefix: own, foreign: [] };
  const foreign = settings.issuers.flatMap(({ id_prefix: prefix }) => prefix ?? []);
  return foreign.length === 0 ? EVERY_ID : { prefix: "", foreign };
}

/** Whether the tokens of an issuer may stand for an id that settings or the database name for them. */
export function isWithin(id: string, { prefix, foreign }: IdNamespace): boolean {
  return id.startsWith(prefix) && !foreign.some((other) => id.startsWith(other));
}

/** The id behind its issuer's prefix; undefined if it cannot be one of the issuer's ids. */
export function prefixed(id: string, { prefix, foreign }: IdNamespace): string | undefined {
  const whole = prefix + id;
  return isEntityId(whole) && !foreign.some((other) => whole.startsWith(other)) ? whole : undefined;
}

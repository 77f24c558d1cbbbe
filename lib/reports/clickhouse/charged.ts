import { ENTITY_KINDS, type EntityType } from "@/lib/entity-type";
import type { SpendSums } from "@/lib/wire/spend";
import type { Parameters } from "./clickhouse";

/** The sums of calls, in this order. */
export const CALL_SUMS = {
  spend: "sum(calls.spend)",
  calls: "count()",
  failed_calls: "countIf(status IN ('error', 'interrupted'))",
  prompt_tokens: "sum(calls.prompt_tokens)",
  completion_tokens: "sum(calls.completion_tokens)",
  unpriced_calls: "countIf(price_state = 'unpriced')",
} as const satisfies Readonly<Record<keyof SpendSums, string>>;

/** The entities that a call is charged to, as they are counted (see `CHARGED_ENTITIES`, the rule of PostgreSQL). */
export interface Charged {
  /** The id of the entity. */
  readonly entity: string;
  /** The condition under which a call is charged to one. */
  readonly condition: string;
  /** Set where a call may be charged to several: the list of their ids, which becomes `entity`. */
  readonly several?: string;
}

const ORGANIZATIONS =
  "arrayDistinct(arrayFilter(id -> id IS NOT NULL, [CAST(organization_id, 'Nullable(String)'), CAST(team_organization_id, 'Nullable(String)')]))";
const MEMBER =
  "concat(replaceAll(replaceAll(assumeNotNull(team_id), '~', '~0'), '/', '~1'), '/', assumeNotNull(user_id))";

/** The entities of a type; `id`: this one alone. */
export function chargedTo(type: EntityType, id: string | undefined, parameters: Parameters): Charged {
  const named = id === undefined ? undefined : parameters.bind(id);
  switch (type) {
    case "all":
      return { entity: "''", condition: named === undefined ? "1" : `${named} = ''` };
    case "organization":
      if (named === undefined) return { entity: "entity", condition: "1", several: ORGANIZATIONS };
      return { entity: named, condition: `(organization_id = ${named} OR team_organization_id = ${named})` };
    case "tag":
      if (named === undefined) return { entity: "entity", condition: "1", several: "arrayDistinct(tags)" };
      return { entity: named, condition: `has(tags, ${named})` };
    case "member": {
      const both = "team_id IS NOT NULL AND user_id IS NOT NULL";
      return { entity: MEMBER, condition: named === undefined ? both : `${both} AND ${MEMBER} = ${named}` };
    }
    default: {
      const column = ENTITY_KINDS[type].field;
      return { entity: column, condition: named === undefined ? `${column} IS NOT NULL` : `${column} = ${named}` };
    }
  }
}

/** `FROM` of the calls of these entities; `calls` is a table under this name. */
export function fromCalls(calls: string, { several }: Charged): string {
  return `FROM ${calls}${several === undefined ? "" : ` ARRAY JOIN ${several} AS entity`}`;
}

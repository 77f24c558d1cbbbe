import type { EntityType } from "@/lib/entity-type";

/**
 * The code of each kind of entity in `hourly_figures` and `daily_figures`. Rows and partitions hold these numbers, so a
 * number never changes its meaning.
 */
export const FIGURE_KINDS: Readonly<Record<EntityType, number>> = {
  key: 1,
  user: 2,
  team: 3,
  organization: 4,
  end_user: 5,
  member: 6,
  model: 7,
  tag: 8,
  all: 9,
  issuer: 10,
  mcp_server: 11,
};

const CASES = Object.entries(FIGURE_KINDS);

/** SQL for the code of the type that `type` evaluates to. */
export function kindOfType(type: string): string {
  return `(CASE ${type} ${CASES.map(([name, code]) => `WHEN '${name}' THEN ${code}`).join(" ")} END)::smallint`;
}

/** SQL for the type whose code `kind` evaluates to. */
export function typeOfKind(kind: string): string {
  return `(CASE ${kind} ${CASES.map(([name, code]) => `WHEN ${code} THEN '${name}'`).join(" ")} END)`;
}

import type { ActorKind } from "@/lib/actor-kinds";

/** The right by which somebody changed something: as an administrator, as a team's administrator, or as its owner. */
export type ActedAs = "administrator" | "team_administrator" | "owner";

/**
 * Who acted, by what nobody can choose for themselves: a name in a token may be that of somebody else, or "master key".
 * `issuer` and `subject`: of the token, or of the login with which a session began. `key`: the id of a virtual key.
 */
export interface ActedBy {
  readonly kind: ActorKind;
  readonly issuer?: string;
  readonly subject?: string;
  readonly key?: string;
}

/** Who did what to which row. `before` and `after` are the row as the API shows it: never a secret, never a hash. */
export interface AuditEntry {
  /** The name of the actor. */
  readonly actor: string;
  /** Absent: whoever the writer says. */
  readonly by?: ActedBy | undefined;
  /** The entity, then the verb: `team.block`, `key.delete`. */
  readonly action: string;
  readonly entityType: string;
  readonly entityId: string;
  readonly before?: unknown;
  readonly after?: unknown;
}

/** How audit events describe the rows of one table. */
export interface Audited<Row> {
  readonly entityType: string;
  /** The row as the API shows it. */
  readonly record: (row: Row) => object;
}

interface AuditedChange<Row> {
  readonly actor: string;
  readonly action: string;
  /** Absent: the row was created. */
  readonly before?: Row;
  /** Absent: the row was deleted. */
  readonly after?: Row;
}

/** The audit event of a row that was created, changed or deleted. */
export function auditEntry<Row extends { readonly id: string }>(
  { entityType, record }: Audited<Row>,
  { actor, action, before, after }: AuditedChange<Row>,
): AuditEntry {
  return {
    actor,
    action,
    entityType,
    entityId: (after ?? before)?.id ?? "",
    before: before && record(before),
    after: after && record(after),
  };
}

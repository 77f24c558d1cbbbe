import { z } from "zod";

export const auditEventSchema = z.object({
  id: z.number(),
  at: z.string(),
  actor: z.string().describe("A name for people. Tokens can say any; the fields below cannot be chosen."),
  actor_kind: z
    .string()
    .nullable()
    .describe("`master_key`, `key`, `token` or `session`; null: the gateway itself, or the command line"),
  actor_issuer: z.string().nullable().describe("The issuer of the actor's token, or of their session."),
  actor_subject: z.string().nullable().describe("The `sub` of that token."),
  actor_key: z.string().nullable().describe("The id of the actor's virtual key."),
  acted_as: z
    .string()
    .nullable()
    .describe(
      "`administrator`, `team_administrator` or `owner`; null: an older event, or one that only administrators can cause",
    ),
  action: z.string(),
  entity_type: z.string(),
  entity_id: z.string(),
  before: z.unknown(),
  after: z.unknown(),
});

export interface AuditEventRow {
  readonly id: bigint;
  readonly at: Date;
  readonly actor: string;
  readonly actorKind: string | null;
  readonly actorIssuer: string | null;
  readonly actorSubject: string | null;
  readonly actorKey: string | null;
  readonly actedAs: string | null;
  readonly action: string;
  readonly entityType: string;
  readonly entityId: string;
  readonly before: unknown;
  readonly after: unknown;
}

/** An audit event as the API shows it. */
export function auditEventRecord(row: AuditEventRow): z.infer<typeof auditEventSchema> {
  return {
    id: Number(row.id),
    at: row.at.toISOString(),
    actor: row.actor,
    actor_kind: row.actorKind,
    actor_issuer: row.actorIssuer,
    actor_subject: row.actorSubject,
    actor_key: row.actorKey,
    acted_as: row.actedAs,
    action: row.action,
    entity_type: row.entityType,
    entity_id: row.entityId,
    before: row.before,
    after: row.after,
  };
}

import { z } from "zod";

/** A silence as shown. */
export const alertSilence = z.object({
  silence_id: z.string(),
  type: z.string().nullable().describe("Null: every type."),
  subject: z.string().nullable().describe("What the alerts are about; null: everything."),
  reason: z.string(),
  until: z.string(),
  ended_by: z.string().nullable().describe("Who ended it before its time."),
  created_by: z.string(),
  created_at: z.string(),
});

interface AlertSilenceRow {
  readonly id: string;
  readonly type: string | null;
  readonly subject: string | null;
  readonly reason: string;
  readonly until: Date;
  readonly endedBy: string | null;
  readonly createdBy: string;
  readonly createdAt: Date;
}

/** A silence as the API and audit events show it. */
export function alertSilenceRecord(row: AlertSilenceRow): z.output<typeof alertSilence> {
  return {
    silence_id: row.id,
    type: row.type,
    subject: row.subject,
    reason: row.reason,
    until: row.until.toISOString(),
    ended_by: row.endedBy,
    created_by: row.createdBy,
    created_at: row.createdAt.toISOString(),
  };
}

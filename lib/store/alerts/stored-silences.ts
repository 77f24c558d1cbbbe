import type { StoredAlertSilence } from "@/lib/store/generated/client";
import { alertSilenceRecord } from "@/lib/wire/alerts/alert-silence";
import { sealedStore } from "../settings/sealed-rows";

/** A silence as the database holds it. */
export type StoredAlertSilenceRow = StoredAlertSilence;

/** The columns that administrators write. */
export interface AlertSilenceColumns {
  readonly type: string | null;
  readonly subject: string | null;
  readonly reason: string;
  readonly until: Date;
  readonly endedBy: string | null;
}

/** The silences of the last 30 days. */
export const storedAlertSilences = sealedStore<StoredAlertSilenceRow, AlertSilenceColumns>({
  table: "alert_silences",
  columns: `id, type, subject, reason, until, ended_by AS "endedBy", created_by AS "createdBy",
    created_at AS "createdAt", updated_at AS "updatedAt"`,
  lock: "alertSilence",
  audited: { entityType: "alert_silence", record: alertSilenceRecord },
  actions: { create: "alert_silence.create", update: "alert_silence.end", delete: "alert_silence.delete" },
  param: { new: "silence_id", known: "silence_id" },
  taken: "There is such a silence already. Read it again.",
  rows: ({ storedAlertSilence }) => ({
    create: (data) => storedAlertSilence.create({ data }),
    find: (id) => storedAlertSilence.findUniqueOrThrow({ where: { id } }),
    update: (id, data) => storedAlertSilence.update({ where: { id }, data }),
    delete: (id) => storedAlertSilence.delete({ where: { id } }),
  }),
  // Alerts are read with the settings.
  changes: () => [{ entity: "config", id: "" }],
});

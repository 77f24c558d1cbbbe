import { type ListOrder, pageFields, pageOf } from "@/lib/api/list-page";
import { operationsOf } from "@/lib/api/operation";
import { listAlertHistory } from "@/lib/store/alerts/alert-history";
import { alertSilenceRecord } from "@/lib/wire/alerts/alert-silence";
import { alertHistoryContracts } from "@/lib/wire/contracts/alerts/history";

const LATEST: ListOrder = { name: "alerts", kind: "time" };

/** `/alerting/history` */
export const alertHistoryOperations = operationsOf(alertHistoryContracts, {
  async list({ services }, input) {
    const { type, state } = input;
    const { rows, ...listed } = await listAlertHistory(services.database, pageOf(input, LATEST), { type, state });
    const data = rows.map(({ openedAt, resolvedAt, toldAt, silenceId: _, silence, deliveries, ...row }) => ({
      ...row,
      opened_at: openedAt.toISOString(),
      resolved_at: resolvedAt?.toISOString() ?? null,
      told_at: toldAt?.toISOString() ?? null,
      silence: silence ? alertSilenceRecord(silence) : null,
      deliveries: deliveries.map((one) => ({
        channel: one.channel,
        of: one.of,
        in_summary: one.inSummary,
        state: one.state,
        attempts: one.attempts,
        last_error: one.lastError,
        ended_at: one.endedAt?.toISOString() ?? null,
      })),
    }));
    return { body: { data, ...pageFields(input, LATEST, listed) } };
  },
});

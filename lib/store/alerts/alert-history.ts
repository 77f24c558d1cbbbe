import type { AlertDelivery, Alert as AlertRow, Prisma, StoredAlertSilence } from "@/lib/store/generated/client";
import type { Database } from "../database";
import { orUnavailable } from "../failures";
import { cutPage, type ListCursor } from "../list-cursor";
import { type Listed, offsetOf, type Page } from "../listing";

/** An alert with what became of its messages. */
interface PastAlertRow extends Omit<AlertRow, "openKey" | "facts" | "memo" | "level"> {
  readonly silence: StoredAlertSilence | undefined;
  /** Those of its opening and of its end, and those of summaries that name it. */
  readonly deliveries: readonly PastDelivery[];
}

interface PastDelivery extends Pick<
  AlertDelivery,
  "channel" | "state" | "attempts" | "lastError" | "endedAt" | "createdAt"
> {
  readonly alertId: string;
  readonly of: "open" | "resolved";
  readonly inSummary: boolean;
}

/** A summary is as young as the youngest alert that it names. */
const SUMMARIZED = `
SELECT one->>'alertId' AS "alertId", one->>'state' AS of, true AS "inSummary", channel, delivery.state, attempts,
  last_error AS "lastError", ended_at AS "endedAt", created_at AS "createdAt"
FROM alert_deliveries AS delivery CROSS JOIN LATERAL jsonb_array_elements(message->'alerts') AS one
WHERE created_at >= $2 AND message->>'kind' = 'summary' AND one->>'alertId' = ANY($1)
ORDER BY created_at, channel`;

interface HistoryFilter {
  readonly type: string | undefined;
  readonly state: "open" | "over" | undefined;
}

/** One page of the kept alerts, the latest opened first. @throws GatewayError directory_unavailable */
export async function listAlertHistory(
  database: Pick<Database, "prisma" | "pool">,
  page: Page,
  { type, state }: HistoryFilter,
): Promise<Listed<PastAlertRow>> {
  const { prisma } = database;
  const where: Prisma.AlertWhereInput = {
    ...(type !== undefined && { type }),
    ...(state !== undefined && { state: state === "open" ? "open" : { not: "open" } }),
  };
  const [found, total] = await orUnavailable(
    Promise.all([
      prisma.alert.findMany({
        where: page.after ? { AND: [where, behind(page.after)] } : where,
        orderBy: [{ openedAt: "desc" }, { id: "desc" }],
        skip: offsetOf(page),
        take: page.size + 1,
        omit: { openKey: true, facts: true, memo: true, level: true },
      }),
      prisma.alert.count({ where }),
    ]),
  );
  const { rows, next } = cutPage(found, page.size, ({ openedAt, id }) => ({ value: openedAt.getTime(), id }));
  const messages = new Map<string, Pick<PastDelivery, "of"> & { readonly id: string }>(
    rows.flatMap(({ id }) => [
      [id, { id, of: "open" }],
      [`${id}_resolved`, { id, of: "resolved" }],
    ]),
  );
  const first = new Date(Math.min(...rows.map(({ openedAt }) => openedAt.getTime()), Date.now()));
  const [single, summarized, silences] = await orUnavailable(
    Promise.all([
      prisma.alertDelivery.findMany({
        where: { messageId: { in: [...messages.keys()] } },
        orderBy: [{ createdAt: "asc" }, { channel: "asc" }],
        omit: { message: true },
      }),
      database.pool.query<PastDelivery>(SUMMARIZED, [rows.map(({ id }) => id), first]),
      prisma.storedAlertSilence.findMany({ where: { id: { in: rows.flatMap(({ silenceId }) => silenceId ?? []) } } }),
    ]),
  );
  const deliveries = [
    ...single.flatMap(({ messageId, ...delivery }): PastDelivery[] => {
      const about = messages.get(messageId);
      return about ? [{ ...delivery, alertId: about.id, of: about.of, inSummary: false }] : [];
    }),
    ...summarized.rows,
  ].sort((one, other) => one.createdAt.getTime() - other.createdAt.getTime());
  return {
    rows: rows.map((row) => ({
      ...row,
      silence: silences.find(({ id }) => id === row.silenceId),
      deliveries: deliveries.filter(({ alertId }) => alertId === row.id),
    })),
    total,
    next,
  };
}

function behind({ value, id }: ListCursor): Prisma.AlertWhereInput {
  const openedAt = new Date(value ?? 0);
  return { openedAt: { lte: openedAt }, OR: [{ openedAt: { lt: openedAt } }, { id: { lt: id } }] };
}

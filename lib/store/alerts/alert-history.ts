import type { AlertDelivery, Alert as AlertRow, Prisma, StoredAlertSilence } from "@/lib/store/generated/client";
import type { Database } from "../database";
import { orUnavailable } from "../failures";
import { cutPage, type ListCursor } from "../list-cursor";
import { type Listed, offsetOf, type Page } from "../listing";

/** An alert with what became of its messages. */
interface PastAlertRow extends Omit<AlertRow, "openKey" | "facts" | "memo" | "level"> {
  readonly silence: StoredAlertSilence | undefined;
  /** Those of its opening and of its end; those of summaries are not among them. */
  readonly deliveries: readonly Omit<AlertDelivery, "message">[];
}

interface HistoryFilter {
  readonly type: string | undefined;
  readonly state: "open" | "over" | undefined;
}

/** One page of the kept alerts, the latest opened first. @throws GatewayError directory_unavailable */
export async function listAlertHistory(
  database: Pick<Database, "prisma">,
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
  const messages = new Map(rows.flatMap(({ id }) => [id, `${id}_resolved`].map((message) => [message, id] as const)));
  const [deliveries, silences] = await orUnavailable(
    Promise.all([
      prisma.alertDelivery.findMany({
        where: { messageId: { in: [...messages.keys()] } },
        orderBy: [{ createdAt: "asc" }, { channel: "asc" }],
        omit: { message: true },
      }),
      prisma.storedAlertSilence.findMany({ where: { id: { in: rows.flatMap(({ silenceId }) => silenceId ?? []) } } }),
    ]),
  );
  return {
    rows: rows.map((row) => ({
      ...row,
      silence: silences.find(({ id }) => id === row.silenceId),
      deliveries: deliveries.filter(({ messageId }) => messages.get(messageId) === row.id),
    })),
    total,
    next,
  };
}

function behind({ value, id }: ListCursor): Prisma.AlertWhereInput {
  const openedAt = new Date(value ?? 0);
  return { openedAt: { lte: openedAt }, OR: [{ openedAt: { lt: openedAt } }, { id: { lt: id } }] };
}

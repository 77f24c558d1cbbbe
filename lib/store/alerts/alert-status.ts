import type { Database } from "../database";
import { orUnavailable } from "../failures";

/** An alert as it is shown. */
export interface ListedAlert {
  readonly id: string;
  readonly type: string;
  readonly subject: string;
  readonly state: string;
  readonly message: string;
  readonly resolution: string | null;
  readonly openedAt: Date;
  readonly resolvedAt: Date | null;
}

const MOST_OPEN = 100;
const MOST_RECENT = 20;

/**
 * The open alerts, the latest opened first, and the last ones that ended, the latest ended first. @throws GatewayError
 * directory_unavailable
 */
export async function listAlerts({
  prisma,
}: Pick<Database, "prisma">): Promise<{ readonly open: ListedAlert[]; readonly recent: ListedAlert[] }> {
  const byOpening = [{ openedAt: "desc" }, { id: "desc" }] as const;
  const omit = { openKey: true, facts: true, memo: true, level: true } as const;
  const [open, recent] = await orUnavailable(
    Promise.all([
      prisma.alert.findMany({ where: { state: "open" }, orderBy: [...byOpening], take: MOST_OPEN, omit }),
      prisma.alert.findMany({
        where: { state: { not: "open" } },
        orderBy: [{ resolvedAt: "desc" }, ...byOpening],
        take: MOST_RECENT,
        omit,
      }),
    ]),
  );
  return { open, recent };
}

/** How the delivery of messages to a channel stands. */
export interface ChannelDeliveries {
  readonly waiting: number;
  readonly givenUp: number;
  readonly lastDeliveredAt: Date | null;
  readonly lastError: string | null;
}

const COUNT = `
SELECT channel, count(*) FILTER (WHERE state = 'waiting')::int AS waiting,
  count(*) FILTER (WHERE state = 'given_up')::int AS "givenUp",
  max(ended_at) FILTER (WHERE state = 'delivered') AS "lastDeliveredAt",
  (array_agg(last_error ORDER BY created_at DESC) FILTER (WHERE state <> 'delivered' AND last_error IS NOT NULL))[1] AS "lastError"
FROM alert_deliveries GROUP BY channel`;

/** Counts the kept messages by channel and by what became of them. @throws GatewayError directory_unavailable */
export async function readDeliveries({
  pool,
}: Pick<Database, "pool">): Promise<ReadonlyMap<string, ChannelDeliveries>> {
  const { rows } = await orUnavailable(pool.query<ChannelDeliveries & { channel: string }>(COUNT));
  return new Map(rows.map(({ channel, ...counted }) => [channel, counted]));
}

import type { EntityType } from "@/lib/entity-type";
import { bounded } from "@/lib/time/io/deadline";
import { orUnavailable } from "@/lib/store/failures";
import { entitySpends } from "@/lib/store/spend/spend-totals";
import type { Services } from "@/lib/gateway/services";

/**
 * How long a reply waits for calls to be booked. After an outage of the database the journal may be far behind, and
 * pages that show spend do not wait for all of it.
 */
const DRAIN_WAIT_MS = 1_000;

/**
 * Adds the all-time `spend` in dollars to wire records. Calls that have just ended are counted, unless booking them
 * takes longer than a second. @throws GatewayError directory_unavailable
 */
export async function withSpend<RecordType>(
  services: Pick<Services, "database" | "spend">,
  type: EntityType,
  records: readonly { id: string; record: RecordType }[],
): Promise<(RecordType & { spend: number })[]> {
  await bounded(services.spend.drained(), DRAIN_WAIT_MS).catch(() => {}); // the booked spend is still worth showing
  const spends = await orUnavailable(
    entitySpends(
      services.database,
      type,
      records.map(({ id }) => id),
    ),
  );
  return records.map(({ id, record }) => ({ ...record, spend: spends.get(id) ?? 0 }));
}

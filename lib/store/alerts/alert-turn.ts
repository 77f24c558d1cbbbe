import type { AlertMessage, AlertOpening, AlertResolution, AlertType, StoredAlert } from "@/lib/alert";
import type { BudgetNotice } from "@/lib/limits/budget-notice";
import type { TrafficMinute } from "@/lib/traffic-minute";
import type { PayerIds, PayerNames } from "@/lib/wire/payer-names";
import { ADVISORY_LOCKS } from "../advisory-locks";
import { inTransaction } from "../bounded-pool";
import type { Database } from "../database";
import { readChangedTools } from "../settings/tool-pins";
import type { SpentQuery } from "../spend/budget-figures";
import { EVERY_NAME, readPayerNames } from "../spend/payer-names";
import { dropAlertsExcept, markSilenced, markTold, openAlertRow, readOpenAlerts, resolveAlertRow } from "./alerts";
import { readBooked, readLimits, takeNotices, type PresentLimits } from "./budget-facts";
import type { DatabaseClock } from "./database-clock";
import { addDelivery, countDeliveries, giveUpUnconfigured, type DueDelivery } from "./deliveries";
import { readSignals, type AlertSignal } from "./signals";
import { countRefusals, readDeploymentMinutes } from "./traffic-facts";

/**
 * What one node reads and writes while it decides about alerts, in one transaction: an alert, its messages and the
 * notices behind it are stored together or not at all. Times are milliseconds since the epoch. Every method throws the
 * database's error.
 */
export interface AlertTurn {
  /** The database's clock, which all nodes share: what one node wrote is compared with it by another. */
  readonly now: number;
  openAlerts(): Promise<StoredAlert[]>;
  deploymentMinutes(
    since: number,
  ): Promise<Pick<TrafficMinute, "deployment" | "outcome" | "count" | "firstAt" | "lastAt">[]>;
  refusals(since: number, until: number): Promise<number>;
  signals(kind: AlertSignal["kind"], since: number): Promise<Pick<AlertSignal, "subject" | "facts">[]>;
  changedTools(): ReturnType<typeof readChangedTools>;
  takeNotices(times: { readonly now: number; readonly since: number }): Promise<BudgetNotice[]>;
  limits(payers: readonly { readonly type: string; readonly id: string }[]): Promise<(PresentLimits | undefined)[]>;
  booked(queries: readonly SpentQuery[]): Promise<bigint[]>;
  payerNames(rows: readonly PayerIds[]): Promise<(ids: PayerIds) => PayerNames>;
  open(opening: AlertOpening, row: { readonly id: string; readonly at: number }): Promise<StoredAlert>;
  markTold(id: string, at: number): Promise<void>;
  silence(id: string, silenceId: string): Promise<void>;
  resolve(resolution: AlertResolution, at: number): Promise<AlertMessage>;
  dropExcept(types: ReadonlySet<AlertType>, at: number): Promise<void>;
  sentBetween(times: { readonly since: number; readonly until: number }): Promise<ReadonlyMap<string, number>>;
  deliver(delivery: Pick<DueDelivery, "messageId" | "channel" | "message">, at: number): Promise<void>;
  giveUpUnconfigured(terms: Parameters<typeof giveUpUnconfigured>[1]): Promise<number>;
}

/** How long one statement of a turn may take, in milliseconds. */
const LIMIT_MS = 5_000;

/** Does the work unless another process is doing it. Resolves to whether it was done. @throws what the work throws */
export async function takeAlertTurn(
  { pool }: Pick<Database, "pool">,
  clock: DatabaseClock,
  work: (turn: AlertTurn) => Promise<void>,
): Promise<boolean> {
  return inTransaction(pool, LIMIT_MS, async (client) => {
    const { rows } = await client.query<{ locked: boolean }>("SELECT pg_try_advisory_xact_lock($1) AS locked", [
      ADVISORY_LOCKS.alertTurn,
    ]);
    if (!rows[0]?.locked) return false;
    await work({
      now: await clock(client),
      openAlerts: () => readOpenAlerts(client),
      deploymentMinutes: (since) => readDeploymentMinutes(client, since),
      refusals: (since, until) => countRefusals(client, since, until),
      signals: (kind, since) => readSignals(client, kind, since),
      changedTools: () => readChangedTools(client),
      takeNotices: (times) => takeNotices(client, times),
      limits: (payers) => readLimits(client, payers),
      booked: (queries) => readBooked(client, queries),
      payerNames: (ids) => readPayerNames(client, ids, EVERY_NAME),
      open: (opening, row) => openAlertRow(client, opening, row),
      markTold: (id, at) => markTold(client, id, at),
      silence: (id, silenceId) => markSilenced(client, id, silenceId),
      resolve: (resolution, at) => resolveAlertRow(client, resolution, at),
      dropExcept: (types, at) => dropAlertsExcept(client, types, at),
      sentBetween: (times) => countDeliveries(client, times),
      deliver: (delivery, at) => addDelivery(client, delivery, at),
      giveUpUnconfigured: (terms) => giveUpUnconfigured(client, terms),
    });
    return true;
  });
}

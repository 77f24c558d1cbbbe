import { afterAll, afterEach, beforeAll, beforeEach } from "vitest";
import type { AlertChannel } from "@/lib/alert";
import type { Services } from "@/lib/gateway/services";
import type { BudgetNotice } from "@/lib/limits/budget-notice";
import { openAlerts, type Alerts } from "@/lib/observe/alerts/io/open-alerts";
import { createProcessSignals, type ProcessSignals } from "@/lib/observe/alerts/io/process-signals";
import { alertingInForce, NO_STORED_ALERTS } from "@/lib/settings/alerts/alerting-in-force";
import { noteBudgets } from "@/lib/store/spend/budget-notices";
import { startTestDatabase, type TestDatabase } from "../database/test-database";
import { startAlertReceiver, type AlertReceiver } from "./alert-receiver";
import { composeTestServices } from "../gateway/test-services";

/** The secret that signs the webhooks of the fixture. */
export const ALERT_SECRET = `whsec_${Buffer.alloc(32, 7).toString("base64")}`;
const NANO = 1_000_000_000n;

interface Node {
  readonly channels?: readonly AlertChannel[];
  readonly process?: string;
  readonly signals?: ProcessSignals;
  /** How long a receiver may take, in milliseconds. Default: longer than any that answers. */
  readonly timeoutMs?: number;
  readonly environment?: Partial<Services["environment"]>;
  /** The node's own clock. Default: the one that the test moves, which is the database's too. */
  readonly nodeClock?: () => number;
}

/** The notice that a budget of ten dollars has passed a threshold. */
export const passedBudget = (
  threshold: BudgetNotice["threshold"],
  id = "t1",
  more: Partial<BudgetNotice> = {},
): BudgetNotice => ({
  type: "team",
  id,
  duration: null,
  window: { start: 0, end: Number.POSITIVE_INFINITY },
  threshold,
  budget: 10n * NANO,
  spent: 9n * NANO,
  ...more,
});

function openNode(
  services: Services,
  { channels = ["webhook"], process = "n1", timeoutMs = 10_000, signals, environment, nodeClock }: Node,
  now: () => number,
  log: (...line: unknown[]) => void,
): Alerts {
  return openAlerts({
    ...services,
    node: process,
    process,
    timeoutMs,
    speaksForNode: true,
    signals: signals ?? createProcessSignals(now),
    now: nodeClock ?? services.now,
    clock: () => Promise.resolve(now()),
    environment: { ...services.environment, ...environment },
    settings() {
      const settings = services.settings.current();
      const { silences } = settings.alerting;
      return {
        ...settings,
        alerting: alertingInForce({
          file: { alerting: [...channels], alert_types: settings.general.alert_types },
          environment: { ...services.environment, ...environment },
          stored: { ...NO_STORED_ALERTS, silences },
        }),
      };
    },
    log: { info() {}, warn: log, error: log },
  });
}

/**
 * For every test of the calling file: an empty database, a receiver of alerts, and nodes that decide when the test says
 * so, by a clock that the test moves.
 */
export function useAlertFixture() {
  let server: TestDatabase;
  let receiver: AlertReceiver;
  let composed: Awaited<ReturnType<typeof composeTestServices>>;
  let now: number;
  let logged: unknown[][];
  let opened: Alerts[];
  beforeAll(async () => {
    server = await startTestDatabase();
  });
  beforeEach(async () => {
    receiver = await startAlertReceiver();
    now = Date.now();
    logged = [];
    opened = [];
    const gateway_params = { model: "local/m", api_base: "http://127.0.0.1:9" };
    composed = await composeTestServices(
      {
        databaseUrl: await server.createDatabase(),
        config: { model_list: [{ model_name: "m", gateway_params, model_info: { id: "d1" } }] },
        variables: { WEBHOOK_URL: receiver.url, SLACK_WEBHOOK_URL: receiver.url, WEBHOOK_SECRET: ALERT_SECRET },
      },
      { now: () => now },
    );
  });
  afterEach(async () => {
    for (const alerts of opened) await alerts.close();
    await composed.close();
    await receiver.stop();
  });
  afterAll(() => server.stop());

  return {
    get receiver() {
      return receiver;
    },
    set receiver(next) {
      receiver = next;
    },
    get now() {
      return now;
    },
    set now(next) {
      now = next;
    },
    get services() {
      return composed.services;
    },
    get logged() {
      return logged;
    },
    /** Opens one node of the installation. `tick` does what its timer does. */
    open(node: Node = {}): Alerts {
      const alerts = openNode(
        composed.services,
        node,
        () => now,
        (...line) => void logged.push(line),
      );
      opened.push(alerts);
      return alerts;
    },
    async team(id: string, maxBudget: number): Promise<void> {
      await composed.services.database.prisma.team.upsert({
        where: { id },
        update: { maxBudget },
        create: { id, alias: `Team ${id}`, maxBudget },
      });
    },
    pass: (...notices: BudgetNotice[]) => noteBudgets(composed.services.database, notices),
    bodies: (): Record<string, unknown>[] => receiver.received.map(({ text }) => JSON.parse(text)),
    /** Channel, state, attempts and last error of every delivery. */
    async deliveries(): Promise<string[]> {
      const { rows } = await composed.services.database.pool.query<{ line: string }>(
        "SELECT concat_ws(' ', channel, state, attempts, last_error) AS line FROM alert_deliveries ORDER BY created_at, 1",
      );
      return rows.map(({ line }) => line);
    },
  };
}

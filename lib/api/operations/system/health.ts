import { publicContracts, type Readiness } from "@/lib/wire/contracts/public";
import { defineOperation, type PublicOperation } from "@/lib/api/operation";
import type { LimitedStatement } from "@/lib/store/bounded-pool";
import { readinessOf } from "@/lib/gateway/readiness";
import type { Services } from "@/lib/gateway/services";

/** How long readiness waits for the database, in milliseconds. */
const DATABASE_TIMEOUT_MS = 1_000;

/** `/health/*` */
export const healthOperations: readonly PublicOperation[] = [
  defineOperation(publicContracts.liveness, async () => ({ body: { status: "alive" as const } })),
  defineOperation(publicContracts.readiness, async ({ services }) => {
    const database = await isReachable(services);
    const { status, takesCalls } = readinessOf(services);
    const { fault: keyFault, warnings } = services.nodes;
    const report: Readiness = {
      status,
      database: database ? "ok" : "unreachable",
      journal: services.spend.fault ?? "ok",
      models: modelsReport(services),
      configuration: configurationReport(services),
      change_feed: services.changes.state,
      console: services.environment.console,
      version: services.version,
      encryption: keyFault ?? "ok",
      warnings: [...warnings],
    };
    return { body: report, status: takesCalls ? 200 : 503 };
  }),
];

function modelsReport({ settings }: Services): string {
  const { size } = settings.current().unusable;
  return size === 0 ? "ok" : `this node cannot use ${size} of the database's entries; GET /model/info has the reasons`;
}

function configurationReport({ settings }: Services): string {
  return settings.isFileRefused()
    ? "the changed configuration file cannot be used, so the previous version stays in force; GET /config/get has the reason"
    : "ok";
}

async function isReachable({ database, wait }: Pick<Services, "database" | "wait">): Promise<boolean> {
  const answered = new AbortController();
  const question: LimitedStatement = { text: "SELECT 1", query_timeout: DATABASE_TIMEOUT_MS };
  const query = database.pool.query(question).then(
    () => true,
    () => false,
  );
  const late = wait(DATABASE_TIMEOUT_MS, answered.signal).then(() => false);
  const isInTime = await Promise.race([query, late]);
  answered.abort();
  return isInTime;
}

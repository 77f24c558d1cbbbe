import { publicContracts, type Readiness } from "@/lib/wire/contracts/public";
import { defineOperation, type PublicOperation } from "@/lib/api/operation";
import type { Services } from "@/lib/gateway/services";

/** How long readiness waits for the database, in milliseconds. */
const DATABASE_PATIENCE = 1_000;

export const healthOperations: readonly PublicOperation[] = [
  defineOperation(publicContracts.liveness, async () => ({ body: { status: "alive" as const } })),
  defineOperation(publicContracts.readiness, async ({ services }) => {
    const database = await isReachable(services);
    const { fault } = services.spend;
    // Without its database the gateway goes on serving known identities and journals the spend; without the journal nothing is booked.
    const serves = services.settings.current().general.when_journal_unavailable === "serve";
    const isReady = fault === undefined || serves;
    const report: Readiness = {
      status: fault === undefined ? "ready" : serves ? "degraded" : "not_ready",
      database: database ? "ok" : "unreachable",
      journal: fault ?? "ok",
      models: modelsReport(services),
      configuration: configurationReport(services),
      change_feed: services.changes.connected ? "connected" : "disconnected",
      console: services.environment.console,
      version: services.version,
    };
    return { body: report, status: isReady ? 200 : 503 };
  }),
];

function modelsReport({ settings }: Services): string {
  const { size } = settings.current().unusable;
  return size === 0 ? "ok" : `${size} of the database's entries cannot be used by this node; GET /model/info says why`;
}

function configurationReport({ settings }: Services): string {
  const isRefused = settings.findings().some(({ number }) => number === "C058");
  return isRefused
    ? "the file has been changed and cannot be used; what was read before is in force. GET /config/get says why"
    : "ok";
}

async function isReachable({ database, wait }: Pick<Services, "database" | "wait">): Promise<boolean> {
  const answered = new AbortController();
  const query = database.pool.query("SELECT 1").then(
    () => true,
    () => false,
  );
  const late = wait(DATABASE_PATIENCE, answered.signal).then(() => false);
  const isInTime = await Promise.race([query, late]);
  answered.abort();
  return isInTime;
}

import type { Settings } from "@/lib/config/schema";
import type { Services } from "@/lib/gateway/services";
import { createAnalyticsReader } from "@/lib/reports/analytics-reader";
import { startAnalytics } from "@/lib/reports/io/analytics-export";
import { createPostgresReader } from "@/lib/reports/postgres-reader";
import { createReplicaReader } from "@/lib/reports/replica-reader";
import type { ReportReader } from "@/lib/reports/report-reader";
import { openDatabase } from "@/lib/store/database";
import type { SettingsStore } from "@/lib/settings/settings-store";
import { startSinks } from "@/lib/sinks/io/sinks";
import { startFiguresKeeper } from "@/lib/spend/io/figures-keeper";
import { startRetention } from "@/lib/spend/io/retention";
import { keepCursor } from "@/lib/store/cursors/call-cursor";
import { createLagNotes } from "./lag-notes";

interface UpkeepParts extends Pick<
  Services,
  "environment" | "database" | "changes" | "upstreams" | "credentials" | "log" | "now" | "random" | "version"
> {
  readonly settings: () => Settings;
  /** Where findings about sinks that lag are kept. */
  readonly findings: Pick<SettingsStore, "note" | "withdraw">;
  /** The clock that tells how old rows are. */
  readonly agedBy: () => Promise<number>;
}

/** What goes on with booked calls: they are exported, summed up and deleted for their age. */
interface Upkeep {
  readonly services: Pick<Services, "reports" | "sinks">;
  close(): Promise<void>;
}

/**
 * Starts what works on booked calls in the background, and opens the reports about them. Resolves when every sink of
 * the settings has its place, so that it misses no call that is served from then on.
 */
export async function startUpkeep(parts: UpkeepParts): Promise<Upkeep> {
  const { environment, database, upstreams, credentials, log, now, random, version, settings, findings, agedBy } =
    parts;
  const holder = parts.changes.node;
  const general = (): Settings["general"] => settings().general;
  const retention = startRetention({ database, log, now, agedBy, days: () => general().call_retention_days });
  const figures = startFiguresKeeper({
    database,
    log,
    now,
    agedBy,
    hourlyDays: () => general().hourly_retention_days,
    dailyDays: () => general().daily_retention_days,
    budgetDurations: () => settings().models.flatMap(({ model_info: info }) => info?.budget_duration ?? []),
  });
  const noteLag = createLagNotes(findings);
  const analytics =
    environment.analytics &&
    startAnalytics({
      settings: environment.analytics,
      database,
      upstreams,
      log,
      random,
      holder,
      onFinding: noteLag,
    });
  // A new sink begins with the next call that is booked. If the database is away, its loop makes the cursor later.
  await Promise.all(general().sinks.map(({ name, start }) => keepCursor(database, name, start))).catch(() => {});
  const sinks = startSinks({
    credentials,
    database,
    upstreams,
    log,
    now,
    random,
    version,
    holder,
    settings: () => general().sinks,
    onLag: noteLag,
  });
  const { fromPostgres, closeReplica } = openPostgresReader(parts);
  return {
    services: {
      reports: analytics ? createAnalyticsReader(fromPostgres, analytics, database, log) : fromPostgres,
      sinks: { lags: () => [...sinks.lags(), ...(analytics?.lags() ?? [])] },
    },
    async close() {
      await Promise.all([sinks.close(), analytics?.close(), retention.close(), figures.close(), closeReplica()]);
    },
  };
}

/** Reports from PostgreSQL, and from its replica where there is one. */
function openPostgresReader({
  environment: { databaseUrl, databaseReadUrl },
  database,
  log,
  now,
}: Pick<UpkeepParts, "environment" | "database" | "log" | "now">): {
  readonly fromPostgres: ReportReader;
  readonly closeReplica: () => Promise<void>;
} {
  const primary = createPostgresReader(database);
  if (databaseUrl === undefined || databaseReadUrl === undefined)
    return { fromPostgres: primary, closeReplica: async () => {} };
  const replica = openDatabase(databaseReadUrl);
  return {
    fromPostgres: createReplicaReader(createPostgresReader(replica), primary, { log, now }),
    closeReplica: () => replica.close(),
  };
}

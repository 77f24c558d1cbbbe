import { proxyFor } from "@/lib/config/proxy-settings";
import type { Environment } from "@/lib/config/environment-variables";
import { reachDatabase } from "@/lib/database/reach-database";
import { auditAnalytics } from "@/lib/reports/io/audit-analytics";
import { type AuditResult, auditSpend } from "@/lib/spend/io/audit-cli";
import { openDatabase } from "@/lib/store/database";
import { createUpstreams } from "@/lib/upstream/pools";

/** The command behind `npm run audit:spend`: the totals, and the ClickHouse of `ANALYTICS_URL` if there is one. */
export async function auditAll(environment: Environment): Promise<AuditResult> {
  const totals = await auditSpend(environment);
  const { analytics, proxies } = environment;
  if (!analytics || totals.exitCode === 2) return totals;
  const reached = await reachDatabase(environment);
  const database = openDatabase(reached.url);
  const upstreams = createUpstreams(undefined, (target) => proxyFor(target, proxies));
  try {
    const { exitCode, output } = await auditAnalytics(analytics, database, upstreams);
    return { exitCode: exitCode > totals.exitCode ? exitCode : totals.exitCode, output: totals.output + output };
  } finally {
    await upstreams.close();
    await database.close();
    await reached.close();
  }
}

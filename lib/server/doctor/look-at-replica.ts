import type { Environment } from "@/lib/config/environment-variables";
import { inspectReplica } from "@/lib/database/inspect-replica";
import { messageOf } from "@/lib/error-message";
import { createPostgresReader } from "@/lib/reports/postgres-reader";
import { openDatabase } from "@/lib/store/database";
import { EVERY_NAME } from "@/lib/store/spend/payer-names";
import { DAY_MS, startOfDay } from "@/lib/time/period";
import type { ReplicaSeen } from "./observations";

const ONE_CALL = { sort: "started_at", order: "desc", from: { number: 1 }, size: 1, isCounted: false } as const;

/** Looks at the replica for reports. Undefined: there is none, or it is not used beside the embedded database. */
export async function lookAtReplica(
  { databaseUrl, databaseReadUrl }: Environment,
  { limitMs, now }: { readonly limitMs: number; readonly now: number },
): Promise<ReplicaSeen | undefined> {
  if (databaseUrl === undefined || databaseReadUrl === undefined) return undefined;
  try {
    const found = await inspectReplica({ primary: databaseUrl, replica: databaseReadUrl, limitMs });
    return { reached: true, ...found, fault: await reportsFault(databaseReadUrl, now) };
  } catch (error) {
    return { reached: false, message: messageOf(error) };
  }
}

/** Why the replica answers no reports: the gateway's own questions about the last day are asked. */
async function reportsFault(url: string, now: number): Promise<string | undefined> {
  const database = openDatabase(url);
  const reader = createPostgresReader(database);
  const days = { from: startOfDay(now) - DAY_MS, to: startOfDay(now) };
  try {
    await reader.kept(days);
    await reader.report({ filter: { entityType: "team", ...days }, dimensions: ["entity"], limit: 1 });
    await reader.listCalls([{ from: now - DAY_MS }], ONE_CALL, EVERY_NAME);
    return undefined;
  } catch (error) {
    return messageOf(error);
  } finally {
    await database.close();
  }
}

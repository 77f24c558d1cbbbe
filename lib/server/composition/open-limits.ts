import cluster from "node:cluster";
import { BudgetKeeper } from "@/lib/limits/io/budget-keeper";
import { createRateCounters } from "@/lib/limits/io/rate-counters";
import { createSharedSlots } from "@/lib/limits/io/shared-slots";
import { noteBudgets } from "@/lib/store/spend/budget-notices";
import { exchangeShares, readBudgets, releaseShares } from "@/lib/store/spend/budget-shares";
import { createCallLimits, type CallLimits } from "@/lib/limits/gate";
import type { Services } from "@/lib/gateway/services";

/**
 * Opens the limits of this process's calls: budgets by the totals in the database, rates and slots in Redis if it is
 * configured.
 */
export async function openCallLimits({
  environment,
  database,
  spend,
  now,
  log,
  observer,
}: Pick<Services, "environment" | "database" | "spend" | "now" | "log" | "observer">): Promise<CallLimits> {
  const limits = createCallLimits({
    keeper: new BudgetKeeper({
      book: {
        read: (questions) => readBudgets(database, spend.run, questions),
        exchange: (requests) => exchangeShares(database, spend.run, requests),
        note: (notices) => noteBudgets(database, notices),
        drained: () => spend.drained(),
      },
      now,
      log,
      onNotice: (notice) => observer.happened?.({ kind: "budget notice", ...notice }),
    }),
    slots: await createSharedSlots({ redisUrl: environment.redisUrl, isWorker: cluster.isWorker, log }),
    counters: await createRateCounters({ redisUrl: environment.redisUrl, isWorker: cluster.isWorker, log }),
    now,
  });
  return {
    ...limits,
    async close() {
      await limits.close();
      // If calls are not booked yet, the next start books them and then releases this process's shares.
      if (!spend.isAllBooked) return;
      await releaseShares(database, spend.run).catch((error: unknown) =>
        log.warn("budgets.shares_kept", { error: String(error) }),
      );
    },
  };
}

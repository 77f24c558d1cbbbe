import cluster from "node:cluster";
import { BudgetKeeper } from "@/lib/limits/io/budget-keeper";
import { createRateCounters } from "@/lib/limits/io/rate-counters";
import { createSharedSlots } from "@/lib/limits/io/shared-slots";
import { exchangeShares, readBudgets, releaseShares } from "@/lib/store/spend/budget-shares";
import { createCallLimits, type CallLimits } from "@/lib/limits/gate";
import type { Services } from "@/lib/gateway/services";

/** The limits of this process's calls: budgets measured by the database's totals, rates counted in Redis where there is one. */
export function openCallLimits({
  environment,
  database,
  spend,
  now,
  log,
}: Pick<Services, "environment" | "database" | "spend" | "now" | "log">): CallLimits {
  const limits = createCallLimits({
    keeper: new BudgetKeeper({
      book: {
        read: (questions) => readBudgets(database, spend.run, questions),
        exchange: (requests) => exchangeShares(database, spend.run, requests),
        drained: () => spend.drained(),
      },
      now,
      log,
    }),
    slots: createSharedSlots({ redisUrl: environment.redisUrl, isWorker: cluster.isWorker, log }),
    counters: createRateCounters({ redisUrl: environment.redisUrl, isWorker: cluster.isWorker, log }),
    now,
    log,
  });
  return {
    ...limits,
    async close() {
      await limits.close();
      // What is left to be booked is so by the next start, which then gives back its shares too.
      if (!spend.isAllBooked) return;
      await releaseShares(database, spend.run).catch((error: unknown) =>
        log.warn("budgets.shares_kept", { error: String(error) }),
      );
    },
  };
}

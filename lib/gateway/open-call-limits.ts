import cluster from "node:cluster";
import { BudgetKeeper } from "@/lib/spend/budget-keeper";
import { createRateCounters } from "@/lib/spend/rate-counters";
import { createSharedSlots } from "@/lib/spend/shared-slots";
import { readSpent } from "@/lib/store/budget-figures";
import { createCallLimits, type CallLimits } from "./call-limits";
import type { Services } from "./services";

/** The limits of this process's calls: budgets measured by the database's totals, rates counted in Redis where there is one. */
export function openCallLimits({ environment, database, spend, prices, now, log }: Pick<Services, "environment" | "database" | "spend" | "prices" | "now" | "log">): CallLimits {
  return createCallLimits({
    keeper: new BudgetKeeper({ read: (queries) => readSpent(database, queries), booked: () => spend.drained(), now, log }),
    slots: createSharedSlots({ redisUrl: environment.redisUrl, isWorker: cluster.isWorker, log }),
    counters: createRateCounters({ redisUrl: environment.redisUrl, isWorker: cluster.isWorker, log }),
    catalog: () => prices.current(),
    now,
    log,
  });
}

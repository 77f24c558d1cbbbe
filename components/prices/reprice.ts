import { spendContracts } from "@/lib/wire/contracts/spend";
import { callOperation } from "@/components/api/client";
import type { RepriceReport } from "@/lib/wire/spend";

/** The calls to price again. */
export interface RepriceFilter {
  readonly provider?: string;
  readonly model?: string;
  readonly start_date?: string;
}
export type RepriceSum = Pick<RepriceReport, "calls" | "repriced" | "unpriced" | "spend_before" | "spend_after">;

/** Prices calls that have no price, with as many requests as the gateway needs. @throws ApiError */
export async function repriceCalls(
  filter: RepriceFilter,
  { dryRun, signal }: { dryRun: boolean; signal?: AbortSignal },
): Promise<RepriceSum> {
  let sum: RepriceSum = { calls: 0, repriced: 0, unpriced: 0, spend_before: 0, spend_after: 0 };
  let from: string | null = null;
  do {
    const step: RepriceReport = await callOperation(
      spendContracts.reprice,
      { ...filter, dry_run: dryRun, continue_from: from },
      signal,
    );
    sum = {
      calls: sum.calls + step.calls,
      repriced: sum.repriced + step.repriced,
      unpriced: sum.unpriced + step.unpriced,
      spend_before: sum.spend_before + step.spend_before,
      spend_after: sum.spend_after + step.spend_after,
    };
    from = step.complete ? null : step.continue_from;
  } while (from !== null);
  return sum;
}

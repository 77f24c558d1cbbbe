import { defineOperation } from "@/lib/api/operation";
import { GatewayError } from "@/lib/errors";
import type { ReportReader } from "@/lib/reports/report-reader";
import { DAY_MS } from "@/lib/time/period";
import { spendContracts } from "@/lib/wire/contracts/spend";
import type { SummaryRow } from "@/lib/wire/series/spend-summary";
import { reachFields } from "./reach-fields";
import { periodOf, untilBooked } from "./scope";
import { NO_CALLS } from "./series-points";

/** `GET /spend/summary`: what the calls of a period were like, all together or by deployment. */
export const summaryOperation = defineOperation(spendContracts.summary, async (context, { by, ...input }) => {
  const { reports, now } = context.services;
  const given = periodOf(input);
  const until = given.until ?? now();
  const from = given.from ?? until - DAY_MS;
  if (from >= until)
    throw new GatewayError("invalid_request", "The start_date is in the future.", { param: "start_date" });
  await untilBooked(context);
  const { rows, isSampled, ...reach } =
    by === undefined ? await allCalls(reports, from, until) : await reports.deployments({ from, until });
  const data = rows.map(({ deployment, ...figures }): SummaryRow => ({ deployment, ...figures }));
  return {
    body: {
      data: data.toSorted((one, other) => other.calls - one.calls),
      start_date: new Date(from).toISOString(),
      end_date: new Date(until).toISOString(),
      sampled: isSampled,
      read: data.reduce((sum, { read }) => sum + read, 0),
      of: data.reduce((sum, { calls }) => sum + calls, 0),
      ...reachFields(reach),
    },
  };
});

/** One row for all calls of a period, in milliseconds since the epoch. @throws the error of the database behind it */
async function allCalls(reports: ReportReader, from: number, until: number) {
  const { figures, ...answer } = await reports.series({ filters: [], bounds: [from, until] });
  const rows = figures.map(({ point: _point, ...row }) => ({ deployment: null, ...row }));
  return { ...answer, rows: rows.length === 0 ? [{ deployment: null, ...NO_CALLS, read: 0 }] : rows };
}

import { defineOperation } from "@/lib/api/operation";
import { GatewayError } from "@/lib/errors";
import { countPoints, seriesBounds } from "@/lib/reports/series-plan";
import { readRefusalSeries } from "@/lib/store/record/refusal-series";
import { refusalContracts } from "@/lib/wire/contracts/refusals";
import { MOST_POINTS } from "@/lib/wire/series/spend-series";
import { periodOf } from "../spend/scope";

const HOUR_MS = 3_600_000;
/** For how many hours each is a step: those of a week, and some of the days that it begins and ends in. */
const MOST_HOURS = 192;

/** `GET /auth/refusals/series`: how much was refused over time, and why. */
export const refusalSeries = defineOperation(
  refusalContracts.series,
  async ({ services: { database, now } }, { hours, start_date, end_date, time_zone, ...wanted }) => {
    const asked = periodOf({ start_date, end_date, time_zone });
    const until = asked.until ?? now();
    // The hour of now is one of them, as in the list of groups.
    const from = asked.from ?? until - (hours - 1) * HOUR_MS - 1;
    if (from >= until)
      throw new GatewayError("invalid_request", "The start_date is in the future.", { param: "start_date" });
    const step = (until - from) / HOUR_MS <= MOST_HOURS ? ("1h" as const) : ("1d" as const);
    if (countPoints({ from, until }, step) > MOST_POINTS)
      throw new GatewayError(
        "invalid_request",
        `A series has at most ${MOST_POINTS} points: choose a shorter period.`,
        {
          param: "start_date",
        },
      );
    const bounds = seriesBounds({ from, until }, step, time_zone);
    const data = bounds.slice(0, -1).map((bound) => {
      const byCode: Record<string, number> = {};
      return { at: new Date(bound).toISOString(), refusals: 0, by_code: byCode };
    });
    for (const { point, code, count } of await readRefusalSeries(database, wanted, bounds)) {
      const shown = data[point];
      if (!shown) continue;
      shown.refusals += count;
      shown.by_code[code] = count;
    }
    return { body: { data, step, time_zone } };
  },
);

import { GatewayError } from "@/lib/errors";
import type { CallFilter } from "@/lib/calls/filter";
import { defineOperation } from "@/lib/api/operation";
import { countPoints, seriesBounds, usualStep } from "@/lib/reports/series-plan";
import { DAY_MS } from "@/lib/time/period";
import { spendContracts } from "@/lib/wire/contracts/spend";
import { MOST_POINTS } from "@/lib/wire/series/spend-series";
import { reachFields } from "./reach-fields";
import { filtersOf, untilBooked } from "./scope";
import { readGroups } from "./series-groups";
import { readPoints } from "./series-points";

/** `GET /spend/series`: what calls were like over time. */
export const seriesOperation = defineOperation(
  spendContracts.series,
  async (context, { step: asked, by, search, times: hasTimes = true, ...input }) => {
    const { reports, now } = context.services;
    const filters = filtersOf(context, input);
    const [given] = filters;
    const until = given?.until ?? now();
    const from = given?.from ?? until - DAY_MS;
    if (from >= until)
      throw new GatewayError("invalid_request", "The start_date is in the future.", { param: "start_date" });
    const step = asked ?? usualStep({ from, until });
    if (countPoints({ from, until }, step) > MOST_POINTS)
      throw new GatewayError(
        "invalid_request",
        `A series has at most ${MOST_POINTS} points: choose a longer step or a shorter period.`,
        { param: asked === undefined ? "start_date" : "step" },
      );
    if (search !== undefined && by === undefined)
      throw new GatewayError("invalid_request", "search needs by: it finds what a series is divided by.", {
        param: "search",
      });
    const bounds = seriesBounds({ from, until }, step, input.time_zone);
    // Whole steps are drawn, so the period of the question must not cut the first and the last of them.
    const whole = filters.map(({ from: _from, until: _until, ...filter }): CallFilter => filter);
    await untilBooked(context);
    const question = { filters: whole, step, bounds, hasTimes };
    const [{ data, sampled, counts, read, reach }, groups] = await Promise.all([
      readPoints(reports, question),
      by && readGroups(context, { ...question, by, search }),
    ]);
    return {
      body: {
        data,
        ...(groups && { groups }),
        step,
        time_zone: input.time_zone,
        sampled,
        counts,
        read,
        of: data.reduce((sum, { calls }) => sum + calls, 0),
        ...reachFields(reach),
      },
    };
  },
);

"use client";
import { useQuery } from "@tanstack/react-query";
import { readQuery, useRead } from "@/components/api/use-read";
import { endUserContracts } from "@/lib/wire/contracts/end-users";
import { keyContracts } from "@/lib/wire/contracts/keys";
import { organizationContracts } from "@/lib/wire/contracts/organizations";
import { spendContracts } from "@/lib/wire/contracts/spend";
import { teamContracts } from "@/lib/wire/contracts/teams";
import { userContracts } from "@/lib/wire/contracts/users";
import type { BudgetState } from "@/lib/wire/budget-state";
import { DAY_MS, formatDay, startOfDay } from "@/lib/time/period";
import { type Forecast, forecastOf } from "./forecast";
import { firstOfMonth } from "@/components/time-range/spend-range";
import { type FilterField, FILTER_FIELDS, type SpendFilter } from "./spend-view";

/** The reads of entities that may have a budget, by the filter that names them. */
const ENTITIES = {
  team_id: (id: string) => readQuery(teamContracts.info, { team_id: id }),
  user_id: (id: string) => readQuery(userContracts.info, { user_id: id }),
  organization_id: (id: string) => readQuery(organizationContracts.info, { organization_id: id }),
  key_id: (id: string) => readQuery(keyContracts.info, { key: id }),
  end_user_id: (id: string) => readQuery(endUserContracts.info, { end_user_id: id }),
} as const satisfies Partial<Record<FilterField, unknown>>;

interface Budgeted {
  readonly max_budget: number | null;
  readonly budget: BudgetState;
}

/** The forecast for the present window. Amounts in dollars, times in milliseconds since the epoch. */
export interface WindowForecast {
  readonly spent: number;
  readonly end: number;
  /** Undefined: the calls of the filter have no budget, and the window is the calendar month. */
  readonly budget: number | undefined;
  /** Undefined: too few days are known. */
  readonly forecast: Forecast | undefined;
}

/**
 * The forecast for the calls of a filter, whatever range is shown. It reaches to the end of the budget's window if the
 * calls are those of one entity with a budget, and otherwise to the end of the UTC month. Null: it could not be read;
 * undefined: not read yet.
 */
export function useForecast(filter: SpendFilter, now: number): WindowForecast | null | undefined {
  const today = startOfDay(now);
  const monthStart = firstOfMonth(today, 0);
  const report = useRead(spendContracts.report, {
    ...Object.fromEntries(FILTER_FIELDS.map((field) => [field, filter[field]])),
    group_by: "day",
    start_date: formatDay(Math.min(monthStart, today - 28 * DAY_MS)),
    end_date: formatDay(today),
  });
  // Without calls, the id may still be incomplete, so no entity is read.
  const entity = report.data && report.data.data.length > 0 ? budgetedOf(filter) : undefined;
  const info = useQuery<Budgeted, Error, Budgeted, readonly unknown[]>({
    ...(entity ?? { queryKey: ["no entity"], queryFn: () => Promise.reject(new Error("no entity")) }),
    enabled: entity !== undefined,
    retry: false,
  });
  if (report.isError) return null;
  // A read that fails counts as no budget: an end user or a team may be known only from its calls.
  if (!report.data || (entity && info.isPending)) return undefined;
  const spendOn = new Map(report.data.data.map((row) => [row.day?.slice(0, 10), row.spend]));
  const since = (start: number, end: number): number[] => {
    const days: number[] = [];
    for (let day = start; day < end; day += DAY_MS) days.push(spendOn.get(formatDay(day)) ?? 0);
    return days;
  };
  const budget = info.data?.budget && info.data.max_budget !== null ? info.data : undefined;
  const window =
    budget?.budget && budget.max_budget !== null
      ? {
          spent: budget.budget.spent,
          end: budget.budget.resets_at === null ? Infinity : Date.parse(budget.budget.resets_at),
          budget: budget.max_budget,
        }
      : {
          spent: since(monthStart, today + DAY_MS).reduce((sum, day) => sum + day, 0),
          end: firstOfMonth(today, 1),
          budget: undefined,
        };
  return { ...window, forecast: forecastOf({ ...window, days: since(today - 28 * DAY_MS, today) }, now) };
}

/** The read of the entity whose calls, all of them and no others, a filter takes; undefined: there is none. */
function budgetedOf(filter: SpendFilter) {
  const [field, ...more] = FILTER_FIELDS.filter((name) => filter[name]);
  if (field === undefined || more.length > 0 || !isBudgeted(field)) return undefined;
  return ENTITIES[field](filter[field] ?? "");
}

function isBudgeted(field: FilterField): field is keyof typeof ENTITIES {
  return Object.hasOwn(ENTITIES, field);
}

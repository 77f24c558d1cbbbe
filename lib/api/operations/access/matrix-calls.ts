import { defineOperation, type CallerOperation } from "@/lib/api/operation";
import { ROUTE_FAMILIES } from "@/lib/auth/routes";
import { columnCounter } from "@/lib/gateway/explain/count-columns";
import { type CallerName, type CountedCalls, readAccessCalls } from "@/lib/store/record/access-calls";
import { decisionContracts, MATRIX_SERVERS } from "@/lib/wire/contracts/decisions";

const DAY_MS = 86_400_000;
/** How many kinds of request are added up: the most frequent ones. */
const MOST_COUNTED = 20_000;

/** `POST /auth/matrix/calls`: how many calls used what the matrix allows, from the recorded decisions. */
export const matrixCalls: CallerOperation = defineOperation(
  decisionContracts.matrixCalls,
  async ({ services }, { rows, models, days: asked }) => {
    const { general, models: entries, mcpServers } = services.settings.current();
    await services.recorder.flush();
    const today = Math.floor(services.now() / DAY_MS) * DAY_MS;
    const kept = Math.min(asked, general.decision_retention_days + 1);
    const since = utcDay(today - (kept - 1) * DAY_MS);
    const {
      rows: counted,
      firstDay,
      truncated,
    } = await readAccessCalls(services.database, rows, {
      since,
      limit: MOST_COUNTED,
    });
    const columns = [
      ...models.map((name) => ({ kind: "model", name }) as const),
      ...mcpServers.slice(0, MATRIX_SERVERS).map(({ name }) => ({ kind: "mcp_server", name }) as const),
      ...ROUTE_FAMILIES.map((name) => ({ kind: "family", name }) as const),
    ];
    const byCaller = new Map<string, CountedCalls[]>();
    for (const call of counted) {
      const own = byCaller.get(callerKey(call));
      if (own) own.push(call);
      else byCaller.set(callerKey(call), [call]);
    }
    const countColumns = columnCounter(columns, entries);
    const first = firstDay ?? utcDay(today);
    return {
      body: {
        since: first,
        days: Math.round((today - Date.parse(first)) / DAY_MS) + 1,
        kept_days: general.decision_retention_days,
        truncated,
        data: rows.map(({ kind, id }) => {
          const own = byCaller.get(callerKey({ kind, id })) ?? [];
          const calls = countColumns(own);
          return {
            kind,
            id,
            count: own.reduce((sum, { count }) => sum + count, 0),
            calls: calls.map(({ column, count, lastDay }) => ({ column, count, last_day: lastDay })),
          };
        }),
      },
    };
  },
);

function callerKey({ kind, id }: CallerName): string {
  return `${kind} ${id}`;
}

function utcDay(at: number): string {
  return new Date(at).toISOString().slice(0, 10);
}

import { isRouteFamily } from "@/lib/auth/routes";
import { matchesPattern } from "@/lib/patterns/wildcard";
import { resolveGroup, type RoutableEntry } from "@/lib/router/resolve";
import type { CountedCalls } from "@/lib/store/record/access-calls";
import { splitName } from "@/lib/tool-name";
import type { MatrixColumn } from "@/lib/wire/matrix";
import { isOfFamily } from "./route-family";

/** Calls of one row of the matrix that one of its columns stands for. */
export interface CallsOfColumn {
  readonly column: Pick<MatrixColumn, "kind" | "name">;
  readonly count: number;
  /** A UTC day, as in `2026-06-15`. */
  readonly lastDay: string;
}

type Counted = Pick<CountedCalls, "route" | "family" | "model" | "count" | "lastDay">;

/**
 * Makes a function that adds the calls of one row up by the columns that stand for them: a name of the model list for
 * what it serves, another pattern for every name that matches, a server for its tools, and a family for its routes.
 * Columns without calls are left out. Rows share what was found out about a name.
 */
export function columnCounter(
  columns: readonly Pick<MatrixColumn, "kind" | "name">[],
  entries: readonly RoutableEntry[],
): (calls: readonly Counted[]) => CallsOfColumn[] {
  const listed = new Set(entries.map(({ model_name: name }) => name));
  const modelColumns = shared((model: string) => {
    const servedBy = resolveGroup(model, entries)[0]?.entry.model_name;
    return indexesOf(
      columns,
      ({ kind, name }) =>
        kind === "model" && (name === model || (listed.has(name) ? servedBy === name : matchesPattern(name, model))),
    );
  }, String);
  const familyColumns = shared(
    (call) =>
      indexesOf(columns, ({ kind, name }) => kind === "family" && isRouteFamily(name) && isOfFamily(call, name)),
    ({ family, route }: Counted) => `${family} ${route}`,
  );
  const serverColumns = shared((tool: string) => {
    const server = splitName(tool)?.server;
    return indexesOf(columns, ({ kind, name }) => kind === "mcp_server" && name === server);
  }, String);
  const namedColumns = ({ family, model }: Counted): readonly number[] => {
    if (model === "") return [];
    // A call of a tool has its name in the place of a model's.
    return family === "mcp_routes" ? serverColumns(model) : modelColumns(model);
  };
  return (calls) => {
    const sums = new Map<number, { count: number; lastDay: string }>();
    for (const call of calls) {
      for (const index of [...namedColumns(call), ...familyColumns(call)]) {
        const { count, lastDay } = sums.get(index) ?? { count: 0, lastDay: call.lastDay };
        sums.set(index, { count: count + call.count, lastDay: call.lastDay > lastDay ? call.lastDay : lastDay });
      }
    }
    return columns.flatMap((column, index) => {
      const sum = sums.get(index);
      return sum ? [{ column, ...sum }] : [];
    });
  };
}

function indexesOf<Item>(items: readonly Item[], fits: (item: Item) => boolean): number[] {
  return items.flatMap((item, index) => (fits(item) ? [index] : []));
}

/** The same function, called once for each key. */
function shared<Input, Result>(ask: (input: Input) => Result, keyOf: (input: Input) => string) {
  const known = new Map<string, Result>();
  return (input: Input): Result => {
    const key = keyOf(input);
    const answer = known.get(key) ?? ask(input);
    known.set(key, answer);
    return answer;
  };
}

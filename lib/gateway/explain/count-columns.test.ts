import { expect, test } from "vitest";
import { columnCounter } from "./count-columns";

const entry = (model_name: string) => ({ model_name, gateway_params: { model: "openai/x" } });
const ENTRIES = ["gpt-4o", "gpt-*", "openai/*"].map(entry);
const call = (model: string, count = 1, lastDay = "2026-06-15") => ({
  route: "/chat/completions",
  family: "openai_routes" as const,
  model,
  count,
  lastDay,
});
const names = (...all: string[]) => all.map((name) => ({ kind: "model" as const, name }));
const counts = (calls: Parameters<ReturnType<typeof columnCounter>>[0], columns: Parameters<typeof columnCounter>[0]) =>
  columnCounter(columns, ENTRIES)(calls).map(({ column, count }) => `${column.name} ${count}`);

test.each([
  ["a name of the list counts what it serves", [call("gpt-4o", 3)], names("gpt-4o", "gpt-*"), ["gpt-4o 3"]],
  [
    "a pattern of the list counts only what no closer name serves",
    [call("gpt-4o"), call("gpt-5", 2)],
    names("gpt-*"),
    ["gpt-* 2"],
  ],
  ["another pattern counts every name that matches", [call("gpt-4o"), call("gpt-5", 2)], names("gpt*"), ["gpt* 3"]],
  ["a name that only a pattern serves counts itself", [call("openai/o3", 4)], names("openai/o3"), ["openai/o3 4"]],
  ["a column without calls is left out", [call("gpt-4o")], names("openai/*", "gpt-4o"), ["gpt-4o 1"]],
  ["calls without a model count for no model", [{ ...call(""), route: "/models" }], names("*", "gpt-4o"), []],
])("%s", (_what, calls, columns, counted) => {
  expect(counts(calls, columns)).toEqual(counted);
});

test("a family counts its routes, and info routes are their own", () => {
  const families = ["openai_routes", "management_routes", "info_routes"].map((name) => ({
    kind: "family" as const,
    name,
  }));
  const management = (route: string, count: number) => ({
    ...call("", count),
    route,
    family: "management_routes" as const,
  });
  expect(counts([call("gpt-4o", 5), management("/team/list", 2), management("/team/info", 3)], families)).toEqual([
    "openai_routes 5",
    "management_routes 2",
    "info_routes 3",
  ]);
});

test("a call of a tool counts for its server, and not for a pattern of models that fits its name", () => {
  const tool = { ...call("sums-add", 2), route: "/mcp", family: "mcp_routes" as const };
  const columns = [...names("*"), ...["sums", "other"].map((name) => ({ kind: "mcp_server" as const, name }))];
  expect(counts([tool, call("gpt-5")], columns)).toEqual(["* 1", "sums 2"]);
});

test("the last day of a column is that of its latest call", () => {
  const [column] = columnCounter(
    names("gpt-4o"),
    ENTRIES,
  )([call("gpt-4o", 1, "2026-06-14"), call("gpt-4o", 1, "2026-06-15")]);
  expect(column).toEqual({ column: { kind: "model", name: "gpt-4o" }, count: 2, lastDay: "2026-06-15" });
});

test("rows that ask one after the other are counted apart", () => {
  const count = columnCounter(names("gpt-4o", "gpt-*"), ENTRIES);
  expect(count([call("gpt-4o", 2), call("gpt-5", 3)]).map((one) => one.count)).toEqual([2, 3]);
  expect(count([call("gpt-4o", 4)])).toEqual([
    { column: { kind: "model", name: "gpt-4o" }, count: 4, lastDay: "2026-06-15" },
  ]);
});

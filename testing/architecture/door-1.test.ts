import { join } from "node:path";
import { expect, test } from "vitest";
import { OPERATIONS } from "../../lib/api/table";
import { listModules } from "./source-files";

const routes = listModules(join(import.meta.dirname, "../.."), "app")
  .filter((path) => path.endsWith("/route.ts"))
  .map((path) => path.slice("app/(api)".length, -"/route.ts".length));

/** Whether a folder of app/ answers a path: `[name]` is one segment, `[...name]` one or more, `[[...name]]` any number. */
function serves(route: string, path: string): boolean {
  const match = (pattern: readonly string[], segments: readonly string[]): boolean => {
    const [head, ...rest] = pattern;
    if (head === undefined) return segments.length === 0;
    if (head.startsWith("[[...")) return true;
    if (head.startsWith("[...")) return segments.length > 0;
    return segments.length > 0 && (head.startsWith("[") || head === segments[0]) && match(rest, segments.slice(1));
  };
  return match(route.split("/").slice(1), path.split("/").slice(1));
}

test("every operation of the table has a route in app/, with and without /v1 where it has both", () => {
  const paths = OPERATIONS.flatMap(({ path, family }) =>
    family === "openai_routes" || family === "anthropic_routes" ? [path, `/v1${path}`] : [path],
  );
  const concrete = paths.map((path) => path.replace(/\{\w+\}/g, "something"));
  expect(concrete.filter((path) => !routes.some((route) => serves(route, path)))).toEqual([]);
});

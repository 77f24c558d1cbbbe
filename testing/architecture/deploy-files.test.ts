import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { parse } from "yaml";
import { z } from "zod";
import { METRIC_NAMES, metricRow } from "@/lib/observe/metrics/metric-table";

const read = (path: string): string => readFileSync(join(import.meta.dirname, "../..", path), "utf8");

const rulesFile = z.object({
  groups: z.array(
    z.object({
      rules: z.array(
        z.object({
          alert: z.string(),
          expr: z.string(),
          labels: z.object({ severity: z.enum(["critical", "warning"]) }),
          annotations: z.object({ summary: z.string(), description: z.string(), runbook: z.string() }),
        }),
      ),
    }),
  ),
});
const RULES = rulesFile.parse(parse(read("deploy/prometheus/alerts.yml"))).groups.flatMap(({ rules }) => rules);

/** Every time series that the gateway can show. */
const SERIES = new Set(
  METRIC_NAMES.flatMap((name) =>
    metricRow(name).type === "histogram" ? ["_bucket", "_sum", "_count"].map((end) => name + end) : [name],
  ),
);
const seriesIn = (text: string): string[] =>
  [...text.matchAll(/\b(?:gateway|process|mcp_(?:client|server))_\w+/g)].map(([name]) => name);

test("the image builds behind a registry and a certificate authority of one's own, and keeps neither in a layer", () => {
  const steps = read("Dockerfile").split(/^(?=[A-Z]+ )/m);
  const installs = steps.filter((step) => step.includes("npm ci"));
  expect(installs).toHaveLength(1);
  for (const secret of ["id=npmrc,target=/root/.npmrc", "id=ca,target=/run/secrets/ca"])
    expect(installs[0]).toContain(`--mount=type=secret,${secret}`);
  expect(installs[0]).toMatch(/-s \/run\/secrets\/ca \].*export NODE_EXTRA_CA_CERTS=\/run\/secrets\/ca/);
  expect(steps.filter((step) => /^(COPY|ENV|ARG).*(npmrc|EXTRA_CA)/.test(step))).toEqual([]);
});

test("every metric that an alert rule names exists", () => {
  expect(RULES.length).toBeGreaterThan(10);
  expect(seriesIn(RULES.map(({ expr }) => expr).join("\n")).filter((name) => !SERIES.has(name))).toEqual([]);
});

test("the runbook of each alert rule is a heading of docs/operate/alerts.md, and each heading is a rule", () => {
  const headings = [...read("docs/operate/alerts.md").matchAll(/^## (.+)$/gm)].map(([, heading]) => heading);
  expect(headings).toEqual(RULES.map(({ alert }) => alert));
  const expected = RULES.map(({ alert }) => `docs/operate/alerts.md#${alert.toLowerCase()}`);
  expect(RULES.map(({ annotations }) => annotations.runbook)).toEqual(expected);
});

const panels = z
  .object({
    panels: z.array(z.object({ id: z.number(), targets: z.array(z.object({ expr: z.string() })).optional() })),
  })
  .parse(JSON.parse(read("deploy/grafana/model-gateway.json"))).panels;

test("the dashboard shows every metric of the gateway, and none that does not exist", () => {
  const shown = seriesIn(panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr)).join("\n"));
  expect(shown.filter((name) => !SERIES.has(name))).toEqual([]);
  const missing = METRIC_NAMES.filter(
    (name) => !name.startsWith("process_") && !shown.some((series) => series.startsWith(name)),
  );
  expect(missing).toEqual([]);
  expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
});

test.each([
  ["deploy/prometheus/alerts.yml", "alerts.yml"],
  ["deploy/grafana/model-gateway.json", "dashboard.json"],
])("the chart, which can hold no links, has a copy of %s", (source, copy) => {
  expect(read(`deploy/helm/model-gateway/files/${copy}`)).toBe(read(source));
});

test("every file and folder of the project that compose.yaml mounts exists", () => {
  const { services } = z
    .object({ services: z.record(z.string(), z.object({ volumes: z.array(z.string()).optional() })) })
    .parse(parse(read("compose.yaml")));
  const mounted = Object.values(services).flatMap(({ volumes = [] }) => volumes.filter((one) => one.startsWith("./")));
  expect(mounted).toEqual(["./deploy/compose:/etc/model-gateway:ro"]);
  expect(read("deploy/compose/config.yaml")).toContain("model_list:");
});

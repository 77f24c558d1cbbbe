import { z } from "zod";
import { defineContract } from "../contract";

/** `GET /metrics`: the metrics of all processes of this gateway, in Prometheus's text format. */
export const metricsContract = defineContract({
  id: "metrics",
  method: "GET",
  path: "/metrics",
  family: "management_routes",
  access: "administrators",
  effect: "reads",
  summary: "Show the metrics in Prometheus's text format; `METRICS_TOKEN` as the bearer may ask too",
  input: z.strictObject({}),
  output: z.string(),
});

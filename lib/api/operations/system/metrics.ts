import { z } from "zod";
import { defineOperation, type CallerOperation, type PublicContext } from "@/lib/api/operation";
import type { ApiReply } from "@/lib/doors/contract";
import { defineContract } from "@/lib/wire/contract";

const metricsContract = defineContract({
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

/** `GET /metrics`: the metrics of all processes of this gateway, in Prometheus's text format. */
export const metricsOperation: CallerOperation = {
  ...defineOperation(metricsContract, async (context) => ({ raw: await showMetrics(context) })),
  withMetricsToken: showMetrics,
};

async function showMetrics({ services, request }: PublicContext): Promise<ApiReply> {
  const { accept } = request.headers;
  const { contentType, text } = await services.metrics.read(typeof accept === "string" ? accept : undefined);
  return { status: 200, headers: { "content-type": contentType, "cache-control": "no-store" }, body: text };
}

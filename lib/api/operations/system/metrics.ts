import { metricsContract } from "@/lib/wire/contracts/metrics";
import { defineOperation, type CallerOperation, type PublicContext } from "@/lib/api/operation";
import type { ApiReply } from "@/lib/doors/contract";

/** `GET /metrics` */
export const metricsOperation: CallerOperation = {
  ...defineOperation(metricsContract, async (context) => ({ raw: await showMetrics(context) })),
  withMetricsToken: showMetrics,
};

async function showMetrics({ services }: PublicContext): Promise<ApiReply> {
  const { contentType, text } = await services.metrics.read();
  return { status: 200, headers: { "content-type": contentType, "cache-control": "no-store" }, body: text };
}

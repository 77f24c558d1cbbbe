import { GatewayError } from "@/lib/errors";
import type { MetricsPage, MetricsText } from "@/lib/gateway/metrics-page";
import type { Services } from "@/lib/gateway/services";
import type { ProcessMetrics } from "../process-metrics";
import { MetricTotals } from "../totals";
import { createBookedBudgets } from "./booked-budgets";
import { ownFigures } from "./own-figures";
import { renderMetrics } from "./render";

/** The name of this process in the totals. */
const SELF = "self";

/** The metrics of a gateway whose first process serves by itself. */
export function createLocalPage(metrics: ProcessMetrics, services: () => Services | undefined): MetricsPage {
  const figures = ownFigures();
  let opened: { readonly totals: MetricTotals; readonly budgets: ReturnType<typeof createBookedBudgets> } | undefined;
  const startedAt = Date.now();
  return {
    async read(accept?: string): Promise<MetricsText> {
      const now = services();
      if (!now) throw new GatewayError("starting", "The gateway is starting.", { headers: { "retry-after": "1" } });
      const { settings, version } = now;
      opened ??= {
        totals: new MetricTotals(settings.current().general.metrics_max_teams),
        budgets: createBookedBudgets(now),
      };
      const { totals } = opened;
      totals.bookedBudgets(await opened.budgets());
      const gauges = { ...figures.gauges(), gateway_build_info: [{ labels: [version], value: 1 }] };
      totals.add(metrics.take(now, figures.cpu()));
      totals.read(SELF, metrics.read(now, gauges, startedAt));
      return renderMetrics(totals.values(), accept);
    },
  };
}

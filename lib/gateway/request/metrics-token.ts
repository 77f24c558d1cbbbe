import type { ApiRequest } from "@/lib/doors/contract";
import type { Services } from "../services";
import { isSameSecret } from "./is-same-secret";

/** Whether a request carries METRICS_TOKEN as its bearer, which opens the metrics and nothing else. */
export function hasMetricsToken(
  { environment: { metricsToken } }: Pick<Services, "environment">,
  { headers: { authorization } }: Pick<ApiRequest, "headers">,
): boolean {
  if (metricsToken === undefined || typeof authorization !== "string") return false;
  const bearer = /^bearer +(\S+) *$/i.exec(authorization)?.[1];
  return bearer !== undefined && isSameSecret(bearer, metricsToken);
}

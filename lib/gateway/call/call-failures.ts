import { GatewayError } from "@/lib/errors";

/** The error of a call that has used up its total timeout. */
export function tookTooLong(): GatewayError {
  const message = "The call took longer than the timeout that is configured for its model.";
  return new GatewayError("upstream_timeout", message);
}

/** The caller cannot do anything about the gateway's own key, and the upstream's words may show a part of it. */
export function accessRefused(status: number): GatewayError {
  const message = `The upstream refused the gateway's access to this model (${status}); its administrators must look at the deployment's key.`;
  return new GatewayError("upstream_access_refused", message);
}

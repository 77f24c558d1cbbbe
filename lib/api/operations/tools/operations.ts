import { operationsOf, type Operation, type PublicContext } from "@/lib/api/operation";
import { GatewayError } from "@/lib/errors";
import { gatewayAddress, METADATA_PATH, protectedResource } from "@/lib/gateway/tools/protected-resource";
import { resourceContracts } from "@/lib/wire/contracts/protected-resource";
import { toolOperations } from "./messages";
import { approvalOperations } from "./approvals";
import { connectionOperations } from "./connections";
import { toolServerOperations } from "./server-changes";
import { signingKeyOperations } from "./signing-keys";
import { toolSignInOperations } from "./sign-in";

/** `/.well-known/oauth-protected-resource`: RFC 9728, for clients that have no token yet. */
const resourceOperations = operationsOf(resourceContracts, {
  gateway: async (context) => metadataOf(context),
  address: async (context) => metadataOf(context),
});

/** @throws GatewayError not_found for a path of something else */
function metadataOf({ services, request }: PublicContext) {
  const { environment, settings } = services;
  const path = request.path.slice(METADATA_PATH.length);
  const body = protectedResource(settings.current(), gatewayAddress(environment, request), path);
  if (!body) throw new GatewayError("not_found", "There is no address of tools at this path.");
  return { body, headers: { "cache-control": "no-store" } };
}

/** The operations of tools and their servers. */
export const TOOL_OPERATIONS: readonly Operation[] = [
  ...toolOperations,
  ...resourceOperations,
  ...signingKeyOperations,
  ...toolSignInOperations,
  ...approvalOperations,
  ...connectionOperations,
  ...toolServerOperations,
];

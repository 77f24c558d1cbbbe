import type { ServerResponse } from "node:http";

/**
 * Responses of requests that the door has answered itself while the core was still reading them, such as a body with
 * broken chunks. What the core answers then is neither sent nor reported.
 */
export const REFUSED_RESPONSES = new WeakSet<ServerResponse>();

import { routeHandler } from "@/lib/gateway/route-handler";

/** Liveness and readiness. */
export { routeHandler as GET, routeHandler as POST };

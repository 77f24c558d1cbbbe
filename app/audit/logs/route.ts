import { routeHandler } from "@/lib/gateway/route-handler";

/** The audit log. */
export { routeHandler as GET, routeHandler as POST };

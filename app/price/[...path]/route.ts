import { routeHandler } from "@/lib/gateway/route-handler";

/** Prices. */
export { routeHandler as GET, routeHandler as POST };

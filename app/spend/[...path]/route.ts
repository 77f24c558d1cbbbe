import { routeHandler } from "@/lib/gateway/route-handler";

/** Spend. */
export { routeHandler as GET, routeHandler as POST };

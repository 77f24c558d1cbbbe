import { routeHandler } from "@/lib/gateway/route-handler";

/** Spend over everything. */
export { routeHandler as GET, routeHandler as POST };

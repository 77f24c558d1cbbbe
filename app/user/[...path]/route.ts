import { routeHandler } from "@/lib/gateway/route-handler";

/** Users. */
export { routeHandler as GET, routeHandler as POST };

import { routeHandler } from "@/lib/gateway/route-handler";

/** End users. */
export { routeHandler as GET, routeHandler as POST };

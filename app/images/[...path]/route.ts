import { routeHandler } from "@/lib/gateway/route-handler";

/** Images. */
export { routeHandler as GET, routeHandler as POST };

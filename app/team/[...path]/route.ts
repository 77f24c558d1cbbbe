import { routeHandler } from "@/lib/gateway/route-handler";

/** Teams (spec 4). */
export { routeHandler as GET, routeHandler as POST };

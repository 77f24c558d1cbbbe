import { routeHandler } from "@/lib/gateway/route-handler";

/** Moderations. */
export { routeHandler as GET, routeHandler as POST };

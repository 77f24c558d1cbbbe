import { routeHandler } from "@/lib/gateway/route-handler";

/** Orders documents. */
export { routeHandler as GET, routeHandler as POST };

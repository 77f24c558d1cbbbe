import { routeHandler } from "@/lib/gateway/route-handler";

/** The model list. */
export { routeHandler as GET, routeHandler as POST };

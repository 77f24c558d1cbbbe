import { routeHandler } from "@/lib/gateway/route-handler";

/** The description of the API. */
export { routeHandler as GET, routeHandler as POST };

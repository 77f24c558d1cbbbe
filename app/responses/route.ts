import { routeHandler } from "@/lib/gateway/route-handler";

/** Responses. */
export { routeHandler as GET, routeHandler as POST };

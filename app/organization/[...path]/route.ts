import { routeHandler } from "@/lib/gateway/route-handler";

/** Organisations. */
export { routeHandler as GET, routeHandler as POST };

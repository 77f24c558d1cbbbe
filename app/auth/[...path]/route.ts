import { routeHandler } from "@/lib/gateway/route-handler";

/** Explanations of decisions. */
export { routeHandler as GET, routeHandler as POST };

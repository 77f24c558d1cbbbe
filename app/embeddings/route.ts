import { routeHandler } from "@/lib/gateway/route-handler";

/** Vectors of texts. */
export { routeHandler as GET, routeHandler as POST };

import { routeHandler } from "@/lib/gateway/route-handler";

/** The identity providers' keys. */
export { routeHandler as GET, routeHandler as POST };

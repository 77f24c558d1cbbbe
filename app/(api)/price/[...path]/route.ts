import { routeHandler } from "@/app/(api)/route-handler";

/** Prices. */
export { routeHandler as GET, routeHandler as POST };

import { routeHandler } from "@/app/(api)/route-handler";

/** Metrics. */
export { routeHandler as GET, routeHandler as POST };

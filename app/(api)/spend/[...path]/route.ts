import { routeHandler } from "@/app/(api)/route-handler";

/** Spend. */
export { routeHandler as GET, routeHandler as POST };

import { routeHandler } from "@/app/(api)/route-handler";

/** Spend over everything. */
export { routeHandler as GET, routeHandler as POST };

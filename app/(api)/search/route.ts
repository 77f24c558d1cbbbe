import { routeHandler } from "@/app/(api)/route-handler";

/** The search of the console's palette. */
export { routeHandler as GET, routeHandler as POST };

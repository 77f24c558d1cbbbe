import { routeHandler } from "@/app/(api)/route-handler";

/** The settings in force and their revisions. */
export { routeHandler as GET, routeHandler as POST };

import { routeHandler } from "@/app/(api)/route-handler";

/** The models this caller may use. */
export { routeHandler as GET, routeHandler as POST };

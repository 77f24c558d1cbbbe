import { routeHandler } from "@/app/(api)/route-handler";

/** The description of the API. */
export { routeHandler as GET, routeHandler as POST };

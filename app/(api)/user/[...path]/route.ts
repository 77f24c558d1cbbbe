import { routeHandler } from "@/app/(api)/route-handler";

/** Users. */
export { routeHandler as GET, routeHandler as POST };

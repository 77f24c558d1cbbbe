import { routeHandler } from "@/app/(api)/route-handler";

/** End users. */
export { routeHandler as GET, routeHandler as POST };

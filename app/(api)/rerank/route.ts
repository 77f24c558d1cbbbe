import { routeHandler } from "@/app/(api)/route-handler";

/** Orders documents. */
export { routeHandler as GET, routeHandler as POST };

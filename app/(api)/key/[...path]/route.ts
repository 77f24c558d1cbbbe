import { routeHandler } from "@/app/(api)/route-handler";

/** Virtual keys (spec 4). */
export { routeHandler as GET, routeHandler as POST };

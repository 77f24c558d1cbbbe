import { routeHandler } from "@/app/(api)/route-handler";

/** Images. */
export { routeHandler as GET, routeHandler as POST };

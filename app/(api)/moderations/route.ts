import { routeHandler } from "@/app/(api)/route-handler";

/** Moderations. */
export { routeHandler as GET, routeHandler as POST };

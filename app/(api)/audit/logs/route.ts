import { routeHandler } from "@/app/(api)/route-handler";

/** The audit log. */
export { routeHandler as GET, routeHandler as POST };

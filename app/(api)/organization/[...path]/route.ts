import { routeHandler } from "@/app/(api)/route-handler";

/** Organisations. */
export { routeHandler as GET, routeHandler as POST };

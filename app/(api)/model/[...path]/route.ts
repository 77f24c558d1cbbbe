import { routeHandler } from "@/app/(api)/route-handler";

/** The model list. */
export { routeHandler as GET, routeHandler as POST };

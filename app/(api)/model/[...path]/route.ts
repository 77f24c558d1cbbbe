import { routeHandler } from "@/app/(api)/route-handler";

/** The entries of the model list. */
export { routeHandler as GET, routeHandler as POST };

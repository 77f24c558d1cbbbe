import { routeHandler } from "@/app/(api)/route-handler";

/** The key sets of identity providers. */
export { routeHandler as GET, routeHandler as POST };

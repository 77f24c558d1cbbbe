import { routeHandler } from "@/app/(api)/route-handler";

/** The identity providers' keys. */
export { routeHandler as GET, routeHandler as POST };

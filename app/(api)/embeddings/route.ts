import { routeHandler } from "@/app/(api)/route-handler";

/** Vectors of texts. */
export { routeHandler as GET, routeHandler as POST };

import { routeHandler } from "@/app/(api)/route-handler";

/** Documents ordered by relevance. */
export { routeHandler as GET, routeHandler as POST };

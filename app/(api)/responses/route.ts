import { routeHandler } from "@/app/(api)/route-handler";

/** Responses. */
export { routeHandler as GET, routeHandler as POST };

import { routeHandler } from "@/app/(api)/route-handler";

/** Explanations of decisions. */
export { routeHandler as GET, routeHandler as POST };

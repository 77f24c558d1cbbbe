import { routeHandler } from "@/app/(api)/route-handler";

/** Explanations, refusals and the matrix of access. */
export { routeHandler as GET, routeHandler as POST };

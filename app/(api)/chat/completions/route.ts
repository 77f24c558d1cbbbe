import { routeHandler } from "@/app/(api)/route-handler";

/** Spec 9: the same without /v1. */
export { routeHandler as GET, routeHandler as POST };

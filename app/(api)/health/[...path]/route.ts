import { routeHandler } from "@/app/(api)/route-handler";

/** Liveness and readiness. */
export { routeHandler as GET, routeHandler as POST };

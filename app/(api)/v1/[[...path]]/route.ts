import { routeHandler } from "@/app/(api)/route-handler";

/** Every other model route under /v1. */
export { routeHandler as GET, routeHandler as POST };

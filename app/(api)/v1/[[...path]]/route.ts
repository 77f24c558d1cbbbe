import { routeHandler } from "@/app/(api)/route-handler";

/** Every route under /v1 that has no file of its own. */
export { routeHandler as GET, routeHandler as POST };

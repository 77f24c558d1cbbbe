import { routeHandler } from "@/app/(api)/route-handler";

/** Teams (spec 4). */
export { routeHandler as GET, routeHandler as POST };

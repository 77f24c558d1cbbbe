import { routeHandler } from "@/app/(api)/route-handler";

/** The console's sessions. */
export { routeHandler as GET, routeHandler as POST };

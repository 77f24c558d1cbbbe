import { routeHandler } from "@/app/(api)/route-handler";

/** Spec 4: chat completions. */
export { routeHandler as GET, routeHandler as POST };

import { routeHandler } from "@/app/(api)/route-handler";

/** The groups of the model list. */
export { routeHandler as GET };

import { routeHandler } from "@/lib/gateway/route-handler";

/** The groups of the model list. */
export { routeHandler as GET };

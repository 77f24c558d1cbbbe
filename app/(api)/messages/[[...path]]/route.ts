import { routeHandler } from "@/app/(api)/route-handler";

/** Anthropic's routes without /v1. */
export { routeHandler as GET, routeHandler as POST };

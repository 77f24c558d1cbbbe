import { routeHandler } from "@/lib/gateway/route-handler";

/** Spec 4: chat completions. */
export { routeHandler as GET, routeHandler as POST };

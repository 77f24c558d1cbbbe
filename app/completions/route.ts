import { routeHandler } from "@/lib/gateway/route-handler";

/** Completions of a text. */
export { routeHandler as GET, routeHandler as POST };

import { routeHandler } from "@/app/(api)/route-handler";

/** Completions of a text. */
export { routeHandler as GET, routeHandler as POST };

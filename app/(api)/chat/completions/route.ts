import { routeHandler } from "@/app/(api)/route-handler";

/** Chat completions without /v1 (spec 9). */
export { routeHandler as GET, routeHandler as POST };

import { routeHandler } from "@/app/(api)/route-handler";

/** Chat completions (spec 4). */
export { routeHandler as GET, routeHandler as POST };

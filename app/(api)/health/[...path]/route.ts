import { routeHandler } from "@/app/(api)/route-handler";

/** Liveness, readiness, and the state of deployments, budgets, traffic and nodes. */
export { routeHandler as GET, routeHandler as POST };

import { routeHandler } from "@/app/(api)/route-handler";

/** Alerts: their state, a test message, the secret of webhooks. */
export { routeHandler as GET, routeHandler as POST };

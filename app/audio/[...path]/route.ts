import { routeHandler } from "@/lib/gateway/route-handler";

/** Speech and transcriptions. */
export { routeHandler as GET, routeHandler as POST };

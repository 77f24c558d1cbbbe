import { routeHandler } from "@/app/(api)/route-handler";

/** Speech and transcriptions. */
export { routeHandler as GET, routeHandler as POST };

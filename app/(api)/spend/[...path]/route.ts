import { routeHandler } from "@/app/(api)/route-handler";

export { routeHandler as GET, routeHandler as POST };

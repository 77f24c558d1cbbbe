import { routeHandler } from "@/app/(api)/route-handler";

/** OpenAI's routes at the paths that Azure's clients use. */
export { routeHandler as GET, routeHandler as POST };

import { routeHandler } from "@/app/(api)/route-handler";

/** The routes of OpenAI's API where Azure's clients look for them. */
export { routeHandler as GET, routeHandler as POST };

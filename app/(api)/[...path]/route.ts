import { routeHandler } from "@/app/(api)/route-handler";

/**
 * The whole API besides chat completions. Next.js prefers pages and its own files, so this also gets every address that
 * nothing has; the API refuses those.
 */
export {
  routeHandler as DELETE,
  routeHandler as GET,
  routeHandler as HEAD,
  routeHandler as OPTIONS,
  routeHandler as PATCH,
  routeHandler as POST,
  routeHandler as PUT,
};

import { answerLogout } from "@/lib/server/console/backchannel-logout";
import { consoleGateway } from "@/lib/server/console/published-gateway";

/** Providers say here that a person has logged out there. It stands beside next-auth's routes, which do not know it. */
export function POST(request: Request): Promise<Response> {
  return answerLogout(consoleGateway(), request);
}

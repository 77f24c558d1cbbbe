import { answerLogout } from "@/lib/server/console/backchannel-logout";
import { consoleGateway } from "@/lib/server/console/published-gateway";

/** Providers report here that a person has logged out of them. next-auth has no such route. */
export function POST(request: Request): Promise<Response> {
  return answerLogout(consoleGateway(), request);
}

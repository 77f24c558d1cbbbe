import { answerAccessRequest } from "@/lib/server/console/answer-access-request";
import { consoleGateway } from "@/lib/server/console/published-gateway";

/** People who have signed in and may not use the gateway ask here for access. next-auth has no such route. */
export function POST(request: Request): Promise<Response> {
  return answerAccessRequest(consoleGateway(), request);
}

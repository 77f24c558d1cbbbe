import { headers } from "next/headers";
import { consoleGateway } from "@/lib/server/console/published-gateway";
import { detailOf } from "@/lib/server/console/next-auth/sign-in-failure";

/** What the provider or the gateway said about a failed sign-in. `fault`: the code in the page's address. */
export async function consoleFailureDetail(fault: string): Promise<string | undefined> {
  const requestHeaders = await headers();
  const { environment, sessionSecrets } = consoleGateway();
  const scope = {
    isSecure: requestHeaders.get("x-forwarded-proto") === "https",
    basePath: environment.basePath,
  };
  return detailOf(fault, requestHeaders.get("cookie") ?? undefined, sessionSecrets, scope);
}

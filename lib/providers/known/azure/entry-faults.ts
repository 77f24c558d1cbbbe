import type { Fault } from "@/lib/config/finding";
import type { ModelEntry } from "@/lib/config/schema";
import { isSafeAuthority } from "@/lib/credentials/azure/entra";

/** What is wrong with how an entry proves itself to Azure. Paths are below `gateway_params`. */
export function azureFaults({ gateway_params: params }: ModelEntry): Fault[] {
  const faults: Fault[] = [];
  const { client_secret: secret, client_id: client, azure_authority_host: authority, azure_ad_token: token } = params;
  const fault = (name: string, at: Fault["at"], message: string, fix: string): void => {
    faults.push({ number: "C212", path: [name], at, message, fix });
  };
  if (authority !== undefined && !isSafeAuthority(authority))
    fault("azure_authority_host", "value", "sends a secret over plain http to another machine", "use https://");
  if (secret && client === undefined)
    fault("client_secret", "key", "also needs client_id, the application whose secret it is", "add client_id");
  if (secret && token)
    fault("azure_ad_token", "key", "counts before client_secret, so no token is ever fetched", "remove one of the two");
  return faults;
}

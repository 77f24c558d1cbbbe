import { existsSync } from "node:fs";
import { join } from "node:path";
import { request } from "undici";
import { z } from "zod";
import type { Environment } from "@/lib/config/environment-variables";
import type { Secret } from "@/lib/config/secret";
import { DataFolderInUseError, openDataFolder } from "@/lib/database/data-folder";
import { messageOf } from "@/lib/error-message";
import { modelContracts } from "@/lib/wire/contracts/models";
import { modelView } from "@/lib/wire/model";
import { providerKeyContracts } from "@/lib/wire/contracts/provider-keys";
import { publicContracts } from "@/lib/wire/contracts/public";
import type { GatewaySeen, KeySetSeen } from "./observations";

const CREDENTIALS = z.object({ data: z.array(modelView.pick({ credential_failure: true })) });

/** Whether a gateway runs on the data folder now. Takes the folder's lock for a moment, and creates nothing. */
export function holdsFolder(directory: string): boolean {
  if (!existsSync(join(directory, "gateway.lock"))) return false;
  try {
    openDataFolder(directory).release();
    return false;
  } catch (error) {
    return error instanceof DataFolderInUseError;
  }
}

/**
 * Asks the gateway at this installation's address for its state. The master key goes only to a gateway that holds the
 * data folder, because any program may listen at the address.
 */
export async function lookAtGateway(
  environment: Environment,
  { masterKey, isHeld, limitMs }: { masterKey: Secret | undefined; isHeld: boolean; limitMs: number },
): Promise<GatewaySeen> {
  const address = addressOf(environment);
  const get = async (
    path: string,
    headers: Record<string, string> = {},
  ): Promise<{ status: number; body: unknown }> => {
    const { statusCode, body } = await request(address + path, { headers, signal: AbortSignal.timeout(limitMs) });
    return { status: statusCode, body: await body.json().catch(() => undefined) };
  };
  try {
    const { status, body } = await get(publicContracts.readiness.path);
    const readiness = publicContracts.readiness.output.safeParse(body).data;
    // A gateway that holds the folder and answers 503 without a report is still starting.
    if (!readiness && isHeld && status === 503)
      return { kind: "silent", address, error: "status 503", holdsFolder: true };
    if (!readiness) return { kind: isHeld ? "another version" : "another program", address, status };
    const authorization = masterKey && isHeld ? { authorization: `Bearer ${masterKey.reveal()}` } : undefined;
    const keys = authorization && (await get(providerKeyContracts.show.path, authorization).catch(() => undefined));
    const providers = providerKeyContracts.show.output.safeParse(keys?.body).data;
    const listed = authorization && (await get(modelContracts.info.path, authorization).catch(() => undefined));
    return {
      kind: "answers",
      address,
      readiness,
      keySets: (providers?.data ?? []).map(keySetSeen),
      credentials: credentialFailures(listed?.body),
    };
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : messageOf(error);
    return { kind: "silent", address, error: code, holdsFolder: isHeld };
  }
}

/** Why credentials that models need cannot be fetched, each once. */
function credentialFailures(body: unknown): string[] {
  const models = CREDENTIALS.safeParse(body).data?.data ?? [];
  return [...new Set(models.flatMap(({ credential_failure: failure }) => (failure === null ? [] : [failure])))];
}

type Provider = ReturnType<typeof providerKeyContracts.show.output.parse>["data"][number];

function keySetSeen({ url, stale, usable, fetched_at: fetchedAt, last_error: error }: Provider): KeySetSeen {
  const ageSeconds = fetchedAt === null ? undefined : (Date.now() - Date.parse(fetchedAt)) / 1000;
  // Keys that nobody has needed yet are not a fault.
  return { url, stale, usable: usable || (fetchedAt === null && error === null), ageSeconds, error };
}

/** The address at which a server that listens on all addresses is reached. */
function addressOf({ host, port }: Environment): string {
  const reached = host === "0.0.0.0" ? "127.0.0.1" : host === "::" ? "::1" : host;
  return `http://${reached.includes(":") ? `[${reached}]` : reached}:${port}`;
}

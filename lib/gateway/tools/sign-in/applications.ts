import { LRUCache } from "lru-cache";
import { CredentialError } from "@/lib/credentials/source";
import {
  type Application,
  type ApplicationFault,
  describedApplication,
  documentAddress,
  documentedApplication,
} from "@/lib/mcp/sign-in/application";
import type { Services } from "../../services";
import { openPart, sealPart } from "./sealing";

/** For how long an application that registers itself is known: half a year. Then it registers itself again. */
const REGISTERED_MS = 180 * 24 * 3_600_000;

type Registers = Pick<Services, "secrets" | "now" | "newId">;

/** An application as it has been registered (RFC 7591 §3.2.1). */
export interface RegisteredApplication {
  readonly client_id: string;
  /** In seconds since the epoch. */
  readonly client_id_issued_at: number;
  readonly client_name?: string;
  readonly redirect_uris: readonly string[];
  readonly grant_types: readonly string[];
  readonly response_types: readonly string[];
  readonly token_endpoint_auth_method: "none";
}

/** Registers an application. It is kept nowhere: all that is known of it is sealed in its id. */
export function registerApplication(
  { secrets, now, newId }: Registers,
  said: unknown,
): RegisteredApplication | ApplicationFault {
  const described = describedApplication(said);
  if ("error" in described) return described;
  const { name, redirects } = described;
  const until = now() + REGISTERED_MS;
  return {
    client_id: sealPart(secrets, "registration", { name, redirects: [...redirects], until, nonce: newId() }),
    client_id_issued_at: Math.floor(now() / 1000),
    ...(name !== undefined && { client_name: name }),
    redirect_uris: redirects,
    grant_types: ["authorization_code", "refresh_token"],
    response_types: ["code"],
    token_endpoint_auth_method: "none",
  };
}

/** The application that has registered itself with an id, unless that was long ago. */
function registeredApplication({ secrets, now }: Omit<Registers, "newId">, id: string): Application | undefined {
  const known = openPart(secrets, "registration", id);
  return known && known.until > now() ? { ...known, name: known.name, id, document: undefined } : undefined;
}

/** Whether an id is one of an application. A document is not read for it. */
export function isApplicationId(services: Omit<Registers, "newId">, id: string): boolean {
  return documentAddress(id) !== undefined || registeredApplication(services, id) !== undefined;
}

/** Documents of applications, and why some are none. Whoever names many of them makes others read theirs again. */
const documents = new LRUCache<string, Application | ApplicationFault>({ max: 500 });
const KEPT_MS = 600_000;
const FAULT_KEPT_MS = 30_000;
/** Anybody may make the gateway read documents, but no more than that many at a time. */
const MOST_READ = 8;
const reading = new Map<string, Promise<Application | ApplicationFault>>();

/** The application with an id; undefined: there is none. */
export async function findApplication(
  services: Omit<Registers, "newId"> & Pick<Services, "readPublic">,
  id: string | undefined,
): Promise<Application | ApplicationFault | undefined> {
  if (id === undefined) return undefined;
  const address = documentAddress(id);
  if (address === undefined) return registeredApplication(services, id);
  const known = documents.get(address) ?? reading.get(address);
  if (known) return known;
  if (reading.size >= MOST_READ)
    return { error: "invalid_client_metadata", text: "Too many applications are being looked up. Ask again soon." };
  const work = readDocument(services, address).finally(() => reading.delete(address));
  reading.set(address, work);
  return work;
}

async function readDocument(
  { readPublic }: Pick<Services, "readPublic">,
  address: string,
): Promise<Application | ApplicationFault> {
  let read: Application | ApplicationFault;
  try {
    const { status, text } = await readPublic(address);
    read =
      status === 200
        ? documentedApplication(address, text)
        : { error: "invalid_client_metadata", text: `The document of the application is not there (${status}).` };
  } catch (error) {
    if (!(error instanceof CredentialError)) throw error;
    // What exactly failed would tell strangers what this machine reaches.
    read = { error: "invalid_client_metadata", text: "The document of the application cannot be read." };
  }
  documents.set(address, read, { ttl: "error" in read ? FAULT_KEPT_MS : KEPT_MS });
  return read;
}

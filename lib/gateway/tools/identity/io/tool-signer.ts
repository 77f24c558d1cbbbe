import { generateKeyPairSync } from "node:crypto";
import { calculateJwkThumbprint, exportJWK, importJWK, SignJWT } from "jose";
import { GatewayError } from "@/lib/errors";
import type { Database } from "@/lib/store/database";
import { orUnavailable } from "@/lib/store/failures";
import type { SecretBox } from "@/lib/store/secret-box";
import {
  type NewSigningKey,
  type PublicKey,
  readSigningKeys,
  renewSigningKeys,
  type SigningKey,
} from "@/lib/store/settings/signing-keys";
import { planSigning, type SigningPlan } from "../signing-plan";

const ALGORITHM = "ES256";
/** For how long a node signs with what it has read, in milliseconds: far less than a new key is published ahead. */
const READ_MS = 60_000;

/** Signs tokens that tell tool servers whom they are asked for. */
export interface ToolSigner {
  /** @throws GatewayError directory_unavailable */
  sign(claims: Readonly<Record<string, unknown>>): Promise<string>;
  /**
   * The keys by which servers verify them, as a key set (RFC 7517): from memory, until they change.
   * @throws GatewayError directory_unavailable
   */
  publicKeys(): Promise<readonly PublicKey[]>;
  /** Drops the keys in memory, because a process has changed them. */
  forget(): void;
}

interface Signing {
  readonly id: string;
  readonly key: Awaited<ReturnType<typeof importJWK>>;
  /** Milliseconds since the epoch. */
  readonly readAt: number;
}

export interface SignerParts {
  readonly database: Database;
  readonly secrets: SecretBox;
  readonly now: () => number;
  /** Tells every process that the keys have changed. Resolves once each has heard, or has had a moment to. */
  readonly announce: () => Promise<unknown>;
}

/** The signer of a process, with the keys of the database, which all nodes share. The first token makes the first. */
export function createToolSigner({ database, secrets, now, announce }: SignerParts): ToolSigner {
  let signing: Signing | undefined;
  let opening: Promise<Signing> | undefined;
  let published: { readonly keys: Promise<readonly PublicKey[]>; readonly readAt: number } | undefined;

  async function open(): Promise<Signing> {
    let keys = await orUnavailable(readSigningKeys(database, secrets));
    const plan = planOf(keys);
    if (plan.isDue || plan.over.length > 0) {
      // Made before the lock is taken, so that nobody waits for it.
      const made = await newKey();
      keys = await orUnavailable(
        renewSigningKeys(database, secrets, (there) => {
          const { isDue, over } = planOf(there);
          return { make: isDue ? made : undefined, over };
        }),
      );
      // Before a token of a new key goes out, so that no node that is asked for the keys lacks it.
      await announce();
    }
    const { signs } = planOf(keys);
    const found = keys.find(({ id }) => id === signs);
    if (found?.privateKey === undefined) throw new GatewayError("internal_error", "No key signs for tool servers.");
    const key = await importJWK(JSON.parse(found.privateKey), ALGORITHM);
    return (signing = { id: found.id, key, readAt: now() });
  }

  return {
    async sign(claims) {
      const isFresh = signing !== undefined && now() - signing.readAt < READ_MS;
      const { id, key } =
        isFresh && signing ? signing : await (opening ??= open().finally(() => (opening = undefined)));
      return new SignJWT({ ...claims }).setProtectedHeader({ alg: ALGORITHM, typ: "JWT", kid: id }).sign(key);
    },
    async publicKeys() {
      if (published === undefined || now() - published.readAt >= READ_MS) {
        const read = orUnavailable(readSigningKeys(database, secrets));
        const begun = { keys: read.then((keys) => keys.map(({ publicKey }) => publicKey)), readAt: now() };
        published = begun;
        begun.keys.catch(() => published === begun && (published = undefined));
      }
      return published.keys;
    },
    forget() {
      published = undefined;
    },
  };
}

function planOf(keys: readonly SigningKey[]): SigningPlan {
  return planSigning(keys.map(({ id, age, privateKey }) => ({ id, age, isOpen: privateKey !== undefined })));
}

async function newKey(): Promise<NewSigningKey> {
  const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const shown = await exportJWK(publicKey);
  const kid = await calculateJwkThumbprint(shown);
  const { kty = "EC", ...rest } = shown;
  return {
    publicKey: { kty, ...rest, kid, use: "sig", alg: ALGORITHM },
    privateKey: JSON.stringify(await exportJWK(privateKey)),
  };
}

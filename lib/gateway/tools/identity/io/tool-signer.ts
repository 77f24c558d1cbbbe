import { generateKeyPairSync } from "node:crypto";
import { calculateJwkThumbprint, exportJWK, importJWK, SignJWT } from "jose";
import { GatewayError } from "@/lib/errors";
import type { Database } from "@/lib/store/database";
import type { Receipt } from "@/lib/store/changes/receipts";
import { orUnavailable } from "@/lib/store/failures";
import type { SecretBox } from "@/lib/store/secret-box";
import {
  type NewSigningKey,
  type PublicKey,
  readSigningKeys,
  renewSigningKeys,
  replaceSigningKeys,
  type SigningKey,
} from "@/lib/store/settings/signing-keys";
import type { Writer } from "@/lib/store/write";
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
  /** The published keys, the newest first, as this node uses them. @throws GatewayError directory_unavailable */
  keys(): Promise<readonly UsedKey[]>;
  /**
   * Replaces all keys by one that every node signs with at once. @throws GatewayError directory_unavailable,
   * database_too_slow
   */
  rotate(writer: Writer, actor: string): Promise<{ readonly kid: string; readonly nodes: Receipt[] }>;
  /** Drops the keys in memory, because a process has changed them. */
  forget(): void;
}

/** A published key. `next`: it will sign. `published`: it signs no more here, and its last tokens may still live. */
export interface UsedKey {
  readonly kid: string;
  readonly state: "signs" | "next" | "published";
  readonly createdAt: Date;
}

interface Signing {
  readonly id: string;
  readonly key: Awaited<ReturnType<typeof importJWK>>;
}

/** What was read of the keys. `readAt`: milliseconds since the epoch. */
interface Read<Value> {
  readonly value: Promise<Value>;
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
  let signing: Read<Signing> | undefined;
  let published: Read<readonly PublicKey[]> | undefined;

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
    return { id: found.id, key: await importJWK(JSON.parse(found.privateKey), ALGORITHM) };
  }

  /** The keys whose tokens may live, the newest first. */
  async function readPublished(): Promise<{ keys: readonly SigningKey[]; plan: SigningPlan }> {
    const keys = await orUnavailable(readSigningKeys(database, secrets));
    const plan = planOf(keys);
    return { keys: keys.filter(({ id }) => !plan.over.includes(id)), plan };
  }

  const isFresh = ({ readAt }: Read<unknown>): boolean => now() - readAt < READ_MS;

  return {
    async sign(claims) {
      if (!signing || !isFresh(signing)) {
        const begun = { value: open(), readAt: now() };
        signing = begun;
        begun.value.catch(() => signing === begun && (signing = undefined));
      }
      const { id, key } = await signing.value;
      return new SignJWT({ ...claims }).setProtectedHeader({ alg: ALGORITHM, typ: "JWT", kid: id }).sign(key);
    },
    async publicKeys() {
      if (!published || !isFresh(published)) {
        const value = readPublished().then(({ keys }) => keys.map(({ publicKey }) => publicKey));
        const begun = { value, readAt: now() };
        published = begun;
        value.catch(() => published === begun && (published = undefined));
      }
      return published.value;
    },
    async keys() {
      const { keys, plan } = await readPublished();
      return keys.map(({ id, createdAt }) => ({ kid: id, createdAt, state: stateIn(plan, id) }));
    },
    async rotate(writer, actor) {
      const made = await newKey();
      return { kid: made.publicKey.kid, nodes: await replaceSigningKeys(writer, secrets, { actor, made }) };
    },
    forget() {
      signing = undefined;
      published = undefined;
    },
  };
}

function stateIn({ signs, next }: SigningPlan, id: string): UsedKey["state"] {
  return id === signs ? "signs" : next.includes(id) ? "next" : "published";
}

function planOf(keys: readonly SigningKey[]): SigningPlan {
  return planSigning(
    keys.map(({ id, age, retiredFor, privateKey }) => ({ id, age, retiredFor, isOpen: privateKey !== undefined })),
  );
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

import { createCipheriv, createDecipheriv, createHash, hkdfSync, randomBytes } from "node:crypto";

const VERSION = "v1";
const CIPHER = "aes-256-gcm";
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Why a sealed text cannot be opened. */
export type SealFault = "another key" | "damaged";
export type Opened = { readonly text: string } | { readonly fault: SealFault };

/**
 * Encrypts secrets for the database (AES-256-GCM). `context` ties a sealed text to its row: moved to another row it
 * cannot be opened. Secrets need at least 32 characters of high entropy, because they are not stretched. Each sealed
 * text names its key, so the keys are not tried one after the other.
 */
export class SecretBox {
  #current: BoxKey;
  #keys: ReadonlyMap<string, BoxKey>;

  /** `secret` seals and opens; `previous` only open, while the key is being changed. */
  constructor(secret: string, previous: readonly string[] = []) {
    this.#current = boxKey(secret);
    this.#keys = new Map([...previous.map(boxKey), this.#current].map((key) => [key.id, key]));
  }

  /** The prefix of every string that is sealed from now on. It names the key and reveals nothing about it. */
  get prefix(): string {
    return `${VERSION}.${this.#current.id}.`;
  }

  /** The names of its keys: the one that seals, then the others. */
  get keyIds(): readonly string[] {
    return [this.#current.id, ...[...this.#keys.keys()].filter((id) => id !== this.#current.id)];
  }

  /** Takes over the keys of another box. Everything that holds this box uses them from then on. */
  adopt(other: SecretBox): void {
    this.#current = other.#current;
    this.#keys = other.#keys;
  }

  seal(text: string, context: string): string {
    const { key } = this.#current;
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv(CIPHER, key, nonce).setAAD(Buffer.from(context));
    const body = Buffer.concat([nonce, cipher.update(text, "utf8"), cipher.final(), cipher.getAuthTag()]);
    return this.prefix + body.toString("base64url");
  }

  /** Never throws: returns the reason when the text cannot be opened. */
  open(sealed: string, context: string): Opened {
    const [version, keyId = "", body = ""] = sealed.split(".");
    if (version !== VERSION) return { fault: "damaged" };
    const known = this.#keys.get(keyId);
    if (known === undefined) return { fault: "another key" };
    const bytes = Buffer.from(body, "base64url");
    try {
      const decipher = createDecipheriv(CIPHER, known.key, bytes.subarray(0, NONCE_BYTES), {
        authTagLength: TAG_BYTES,
      }).setAAD(Buffer.from(context));
      decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
      const text = Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()]);
      return { text: text.toString("utf8") };
    } catch {
      return { fault: "damaged" };
    }
  }
}

interface BoxKey {
  /** Names the key in sealed strings. */
  readonly id: string;
  readonly key: Buffer;
}

function boxKey(secret: string): BoxKey {
  const key = Buffer.from(hkdfSync("sha256", secret, "", "model-gateway secret box", 32));
  return { id: createHash("sha256").update("key id").update(key).digest("hex").slice(0, 8), key };
}

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
 * cannot be opened. `secret` needs at least 32 characters of high entropy, because it is not stretched.
 */
export class SecretBox {
  readonly #key: Buffer;
  /** Identifies the key that sealed a text and reveals nothing about it. */
  readonly #keyId: string;

  constructor(secret: string) {
    this.#key = Buffer.from(hkdfSync("sha256", secret, "", "model-gateway secret box", 32));
    this.#keyId = createHash("sha256").update("key id").update(this.#key).digest("hex").slice(0, 8);
  }

  seal(text: string, context: string): string {
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv(CIPHER, this.#key, nonce).setAAD(Buffer.from(context));
    const body = Buffer.concat([nonce, cipher.update(text, "utf8"), cipher.final(), cipher.getAuthTag()]);
    return [VERSION, this.#keyId, body.toString("base64url")].join(".");
  }

  /** Never throws: returns the reason when the text cannot be opened. */
  open(sealed: string, context: string): Opened {
    const [version, keyId, body = ""] = sealed.split(".");
    if (version !== VERSION) return { fault: "damaged" };
    if (keyId !== this.#keyId) return { fault: "another key" };
    const bytes = Buffer.from(body, "base64url");
    try {
      const decipher = createDecipheriv(CIPHER, this.#key, bytes.subarray(0, NONCE_BYTES), {
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

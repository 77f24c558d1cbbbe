import { readFile } from "node:fs/promises";
import type { VaultAnswer, VaultReference } from "@/lib/config/secrets/vault-reference";
import { isObject } from "@/lib/is-object";
import { withoutTrailing } from "@/lib/without-trailing";
import { askJson, VaultError } from "./ask-json";

type Lookup = (name: string) => string | undefined;

/** Where Kubernetes puts the token of a pod's service account. */
const SERVICE_ACCOUNT_TOKEN = "/var/run/secrets/kubernetes.io/serviceaccount/token";

/** Reads secrets of HashiCorp Vault and OpenBao, with `VAULT_TOKEN` or a login as a pod of Kubernetes. */
export class VaultClient {
  readonly #lookup: Lookup;
  readonly #now: () => number;
  #login: { readonly token: string; readonly until: number } | undefined;

  /** `now`: milliseconds since the epoch. */
  constructor(lookup: Lookup, now: () => number) {
    this.#lookup = lookup;
    this.#now = now;
  }

  /** Reads a field of a secret. What is wrong becomes the reason. */
  async read({ path, field }: Extract<VaultReference, { kind: "vault" }>): Promise<VaultAnswer> {
    try {
      const data = await this.#readSecret(path);
      return fieldOf(data, field);
    } catch (error) {
      if (error instanceof VaultError) return { reason: error.message };
      throw error;
    }
  }

  /**
   * Renews the token in `VAULT_TOKEN`, so that it lasts as long as the gateway runs. A failed renewal changes nothing.
   */
  async renew(): Promise<void> {
    if (!this.#lookup("VAULT_TOKEN")?.trim() || !this.#lookup("VAULT_ADDR")?.trim()) return;
    await this.#ask("auth/token/renew-self", {}).catch((error: unknown) => {
      if (!(error instanceof VaultError)) throw error;
    });
  }

  async #readSecret(path: string): Promise<unknown> {
    const mount = await this.#mountOf(path);
    const isVersioned = mount?.isVersioned === true;
    const inMount = mount ? path.slice(mount.path.length) : path;
    const asked = mount && isVersioned && !inMount.startsWith("data/") ? `${mount.path}data/${inMount}` : path;
    const answer = await this.#ask(asked);
    const data = isObject(answer) ? answer["data"] : undefined;
    // Without the right to look up mounts, the path is read as it is written, with `data/` in it.
    const isWrapped = isObject(data) && isObject(data["data"]) && isObject(data["metadata"]);
    return isVersioned || isWrapped ? isObject(data) && data["data"] : data;
  }

  /** Looks up how secrets at a path are kept, as Vault's own command does. Undefined: the token may not look it up. */
  async #mountOf(path: string): Promise<{ readonly path: string; readonly isVersioned: boolean } | undefined> {
    try {
      const answer = await this.#ask(`sys/internal/ui/mounts/${path}`);
      const data = isObject(answer) && isObject(answer["data"]) ? answer["data"] : {};
      if (typeof data["path"] !== "string") return undefined;
      const { options } = data;
      return { path: data["path"], isVersioned: isObject(options) && options["version"] === "2" };
    } catch (error) {
      if (error instanceof VaultError && (error.status === 403 || error.status === 404)) return undefined;
      throw error;
    }
  }

  async #ask(path: string, body?: object): Promise<unknown> {
    const token = await this.#token();
    try {
      return await this.#send(path, { "x-vault-token": token }, body);
    } catch (error) {
      // The login may have been revoked before its time, so it is made once more.
      if (!(error instanceof VaultError) || error.status !== 403 || this.#login === undefined) throw error;
      this.#login = undefined;
      return this.#send(path, { "x-vault-token": await this.#token() }, body);
    }
  }

  async #token(): Promise<string> {
    const given = this.#lookup("VAULT_TOKEN")?.trim();
    if (given) return given;
    if (this.#login && this.#now() < this.#login.until) return this.#login.token;
    const role = this.#lookup("VAULT_K8S_ROLE")?.trim();
    if (!role) throw new VaultError("neither VAULT_TOKEN nor VAULT_K8S_ROLE is set");
    const tokenPath = this.#lookup("VAULT_K8S_TOKEN_PATH")?.trim() || SERVICE_ACCOUNT_TOKEN;
    const jwt = await readFile(/* turbopackIgnore: true */ tokenPath, "utf8").catch(() => {
      throw new VaultError(`the token of the pod's service account cannot be read from ${tokenPath}`);
    });
    const mount = this.#lookup("VAULT_K8S_MOUNT")?.trim() || "kubernetes";
    const answer = await this.#send(`auth/${mount}/login`, {}, { role, jwt: jwt.trim() });
    const auth = isObject(answer) && isObject(answer["auth"]) ? answer["auth"] : {};
    const { client_token: token, lease_duration: seconds } = auth;
    if (typeof token !== "string") throw new VaultError("its login answered without a token");
    // The next login is made well before this one ends.
    this.#login = { token, until: this.#now() + Number(seconds) * 1000 * (2 / 3) };
    return token;
  }

  #send(path: string, headers: Record<string, string>, body?: object): Promise<unknown> {
    const address = this.#lookup("VAULT_ADDR")?.trim();
    if (!address || !/^https?:\/\//.test(address) || !URL.canParse(address))
      throw new VaultError("VAULT_ADDR is not set to an http or https address");
    const namespace = this.#lookup("VAULT_NAMESPACE")?.trim();
    return askJson(`${withoutTrailing(address, "/")}/v1/${path.split("/").map(encodeURIComponent).join("/")}`, {
      lookup: this.#lookup,
      method: body === undefined ? "GET" : "POST",
      headers: { ...headers, ...(namespace && { "x-vault-namespace": namespace }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
  }
}

/** The value in a field of a secret, as text. */
export function fieldOf(data: unknown, field: string): VaultAnswer {
  const value = isObject(data) && Object.hasOwn(data, field) ? data[field] : undefined;
  if (typeof value === "number" || typeof value === "boolean") return { value: String(value) };
  if (typeof value !== "string") return { reason: "the secret has no text in that field" };
  return value.trim() === "" ? { reason: "that field of the secret is empty" } : { value };
}

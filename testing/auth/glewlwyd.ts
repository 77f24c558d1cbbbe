import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findFreePort } from "@/testing/database/free-port";

export interface Glewlwyd {
  readonly url: string;
  /** Calls the administration API with a path below `/api`; the parsed body. @throws Error if it is refused */
  administer(method: string, path: string, body?: unknown): Promise<unknown>;
  stop(): Promise<void>;
}

/**
 * What Debian's package creates its database from: tables, the scope `openid`, and the account of the administrator.
 */
const SCHEMA = "/usr/share/dbconfig-common/data/glewlwyd/install/sqlite3";
const WEBAPP = "/usr/share/glewlwyd/webapp";
/** Debian's link to this file leads to a folder, so its pages stay at "Loading…". */
const PAGE_SETTINGS = "/usr/share/glewlwyd/templates/config.json";
const PAGE_SETTINGS_LINK = "config.json";

/**
 * Starts Debian's Glewlwyd (`whyNoGlewlwyd` installs it) with an empty database, signed in as its administrator.
 * @throws Error with its output
 */
export async function startGlewlwyd(): Promise<Glewlwyd> {
  const folder = mkdtempSync(join(tmpdir(), "glewlwyd-"));
  const port = await findFreePort();
  const url = `http://127.0.0.1:${port}`;
  const pages = join(folder, "pages");
  cpSync(WEBAPP, pages, { recursive: true, dereference: true, filter: (path) => !path.endsWith(PAGE_SETTINGS_LINK) });
  cpSync(PAGE_SETTINGS, join(pages, PAGE_SETTINGS_LINK));
  const database = join(folder, "database");
  const created = spawnSync("sqlite3", [database], { input: readFileSync(SCHEMA), encoding: "utf8" });
  if (created.status !== 0) throw new Error(`Glewlwyd's database cannot be created: ${created.stderr}`);
  const file = join(folder, "glewlwyd.conf");
  writeFileSync(file, settings(url, port, pages, database));

  const child = spawn("glewlwyd", ["-c", file], { stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (output += String(chunk)));
  const endWithUs = (): void => void child.kill("SIGKILL");
  process.on("exit", endWithUs);
  const closed = once(child, "close");

  let cookie = "";
  async function call(method: string, path: string, body?: unknown): Promise<Response> {
    return fetch(`${url}/api${path}`, {
      method,
      headers: { "content-type": "application/json", cookie },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
  }
  while ((await call("GET", "/mod/type").catch(() => undefined)) === undefined) {
    if (child.exitCode !== null) throw new Error(`Glewlwyd ended before it was ready: ${output}`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  const signedIn = await call("POST", "/auth/", { username: "admin", password: "password" });
  cookie = signedIn.headers
    .getSetCookie()
    .map((header) => header.split(";")[0])
    .join("; ");

  return {
    url,
    async administer(method, path, body) {
      const answer = await call(method, path, body);
      const text = await answer.text();
      if (!answer.ok) throw new Error(`Glewlwyd answered ${answer.status} to ${method} ${path}: ${text}`);
      return text === "" ? undefined : JSON.parse(text);
    },
    async stop() {
      process.off("exit", endWithUs);
      child.kill("SIGKILL");
      await closed;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function settings(url: string, port: number, pages: string, database: string): string {
  const types = { html: "text/html", css: "text/css", js: "application/javascript", json: "application/json" };
  const mimeTypes = Object.entries(types).map(([name, type]) => `{ extension = ".${name}" mime_type = "${type}" }`);
  const modules = "/usr/lib/glewlwyd";
  return `
    port = ${port}
    bind_address = "127.0.0.1"
    external_url = "${url}"
    login_url = "login.html"
    api_prefix = "api"
    log_mode = "console"
    log_level = "WARNING"
    session_key = "GLEWLWYD2_SESSION_ID"
    admin_session_authentication = "cookie"
    profile_session_authentication = "cookie"
    login_api_enabled = true
    admin_scope = "g_admin"
    profile_scope = "g_profile"
    user_module_path = "${modules}/user"
    client_module_path = "${modules}/client"
    user_auth_scheme_module_path = "${modules}/scheme"
    plugin_module_path = "${modules}/plugin"
    static_files_path = "${pages}/"
    static_files_mime_types = ( ${mimeTypes.join(", ")} )
    hash_algorithm = "SHA512"
    database = { type = "sqlite3"; path = "${database}"; };
  `;
}

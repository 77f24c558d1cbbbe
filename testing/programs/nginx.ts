import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { findProgram } from "@/scripts/setup/debian.mjs";
import type { Certified } from "@/testing/tls/certificates";
import { PATIENCE_MS } from "@/testing/patience.mjs";

export interface Nginx {
  /** Its error log so far. */
  readonly output: string;
  /** Replaces the directives beside the servers, as an operator does who edits a file and runs `nginx -s reload`. */
  reload(directives: string): void;
  stop(): Promise<void>;
}

export interface NginxOptions {
  /** The certificate of the servers. Default: they speak HTTP without TLS. */
  readonly certified?: Certified;
  /** Directives beside the servers, such as `upstream` blocks. */
  readonly directives?: string;
}

/** A server of the configuration. */
export interface NginxServer {
  readonly port: number;
  /** Its directives, such as `location` blocks. */
  readonly directives: string;
}

/** Starts Debian's nginx with these servers, and otherwise nginx's own defaults. @throws Error with what it wrote */
export async function startNginx(
  servers: readonly NginxServer[],
  { certified, directives = "" }: NginxOptions = {},
): Promise<Nginx> {
  const folder = mkdtempSync(join(tmpdir(), "nginx-"));
  // If root starts nginx, its workers run as another user and keep bodies in these folders.
  chmodSync(folder, 0o755);
  if (certified) {
    writeFileSync(join(folder, "server.pem"), certified.certificate);
    writeFileSync(join(folder, "server.key"), certified.key);
  }
  const kept = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"];
  for (const name of kept) mkdirSync(join(folder, name));
  const file = join(folder, "nginx.conf");
  const configure = (beside: string): void =>
    writeFileSync(
      file,
      [
        "daemon off;",
        `pid ${join(folder, "nginx.pid")};`,
        "error_log stderr;",
        "events {}",
        "http {",
        "access_log off;",
        ...kept.map((name) => `${name}_temp_path ${join(folder, name)};`),
        ...(certified
          ? [`ssl_certificate ${join(folder, "server.pem")};`, `ssl_certificate_key ${join(folder, "server.key")};`]
          : []),
        beside,
        ...servers.flatMap(({ port, directives: own }) => [
          "server {",
          `listen 127.0.0.1:${port}${certified ? " ssl" : ""};`,
          own,
          "}",
        ]),
        "}",
        "",
      ].join("\n"),
    );
  configure(directives);
  const child = spawn(findProgram(["nginx"]) ?? "nginx", ["-e", "stderr", "-c", file, "-p", folder], {
    stdio: ["ignore", "ignore", "pipe"],
  });
  let output = "";
  child.stderr.on("data", (chunk) => (output += String(chunk)));
  const exited = once(child, "close");
  const endWithUs = (): void => void child.kill("SIGTERM");
  process.on("exit", endWithUs);
  const stop = async (): Promise<void> => {
    process.off("exit", endWithUs);
    // nginx's workers end with it. After SIGKILL they would stay.
    child.kill("SIGTERM");
    await exited;
    rmSync(folder, { recursive: true, force: true });
  };
  for (const until = Date.now() + PATIENCE_MS; !(await listens(servers[0]?.port ?? 0)); await wait(50)) {
    if (child.exitCode === null && Date.now() < until) continue;
    await stop();
    throw new Error(`nginx does not start: ${output}`);
  }
  return {
    get output() {
      return output;
    },
    reload(beside) {
      configure(beside);
      child.kill("SIGHUP");
    },
    stop,
  };
}

async function listens(port: number): Promise<boolean> {
  const socket = connect(port, "127.0.0.1");
  try {
    await once(socket, "connect");
    return true;
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}

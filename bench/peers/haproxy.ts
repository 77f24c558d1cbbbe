import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { findProgram } from "@/scripts/setup/debian.mjs";
import type { PeerProgram, PeerOptions } from "./peer";
import { publicKeyPem } from "./public-key";

/** Debian's HAProxy with one thread, which verifies each token's RS256 signature and passes the call on. */
export async function prepareHaproxy({ folder, port, upstream, provider }: PeerOptions): Promise<PeerProgram> {
  const program = findProgram(["haproxy"]);
  if (program === undefined) throw new Error("it is not installed: apt-get install haproxy");
  const [key, file] = [join(folder, "key.pem"), join(folder, "haproxy.cfg")];
  writeFileSync(key, await publicKeyPem(provider));
  writeFileSync(
    file,
    `global
  nbthread 1
defaults
  mode http
  timeout connect 5s
  timeout client 60s
  timeout server 60s
  http-reuse always
frontend calls
  bind 127.0.0.1:${port}
  http-request deny deny_status 401 unless { http_auth_bearer,jwt_verify("RS256","${key}") 1 }
  default_backend upstream
backend upstream
  server upstream ${new URL(upstream).host}
`,
  );
  return {
    command: [program, "-db", "-f", file],
    headers: { authorization: `Bearer ${provider.token}` },
    model: "local-small",
  };
}

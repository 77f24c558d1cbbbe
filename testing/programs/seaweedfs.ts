import aws4 from "aws4";
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import { requireSeaweedfs } from "@/scripts/setup/seaweedfs.mjs";
import { findFreePort } from "@/testing/database/free-port";

/** A real S3 server. */
export interface Seaweedfs {
  readonly url: string;
  /** Ends the server at once; what it has stored stays. */
  kill(): Promise<void>;
  /** Starts it again, at the same address. */
  start(): Promise<void>;
  /** The keys in a bucket, sorted. */
  list(bucket: string): Promise<string[]>;
  /** The text of a compressed object. */
  read(bucket: string, key: string): Promise<string>;
  /** Ends it and removes what it has stored. */
  stop(): Promise<void>;
}

/** An access key with characters that must be escaped in some places. */
export const S3_KEY = { accessKeyId: "AKIASINKTEST", secretAccessKey: "s3cret/with+signs=" };
const READY_WITHIN_MS = 60_000;

/**
 * Starts a SeaweedFS that knows the access key above. The first start on a machine fetches it. @throws Error with its
 * output
 */
export async function startSeaweedfs(): Promise<Seaweedfs> {
  const program = requireSeaweedfs();
  const folder = mkdtempSync(join(tmpdir(), "seaweedfs-"));
  const config = join(folder, "s3.json");
  const { accessKeyId: accessKey, secretAccessKey: secretKey } = S3_KEY;
  const identity = {
    name: "sink",
    credentials: [{ accessKey, secretKey }],
    actions: ["Admin", "Read", "Write", "List"],
  };
  writeFileSync(config, JSON.stringify({ identities: [identity] }));
  const ports: string[] = [];
  for (const name of ["master.port", "volume.port", "filer.port", "s3.port"])
    for (const part of ["", ".grpc"]) ports.push(`-${name}${part}=${await findFreePort()}`);
  const port = Number(ports.find((flag) => flag.startsWith("-s3.port="))?.split("=")[1]);
  const url = `http://127.0.0.1:${port}`;
  const parameters = ["-ip=127.0.0.1", "-ip.bind=127.0.0.1", "-s3", `-s3.config=${config}`, `-dir=${folder}`];
  let child: ChildProcess | undefined;
  let output = "";

  async function start(): Promise<void> {
    const started = spawn(
      program,
      ["server", ...parameters, ...ports, "-s3.port.iceberg=0", "-s3.port.lance=0", "-volume.max=20"],
      {
        stdio: ["ignore", "pipe", "pipe"],
        cwd: folder,
      },
    );
    child = started;
    for (const stream of [started.stdout, started.stderr]) stream.on("data", (chunk) => (output += String(chunk)));
    const giveUpAt = Date.now() + READY_WITHIN_MS;
    while ((await request("GET", "/").catch(() => undefined))?.status !== 200) {
      if (started.exitCode !== null || Date.now() > giveUpAt) throw new Error(`SeaweedFS is not ready: ${output}`);
      await new Promise((resolve) => setTimeout(resolve, 250));
    }
  }

  async function kill(): Promise<void> {
    const running = child;
    if (!running || running.exitCode !== null || running.signalCode !== null) return;
    const closed = once(running, "close");
    running.kill("SIGKILL");
    await closed;
  }
  const endWithUs = (): void => void child?.kill("SIGKILL");
  process.on("exit", endWithUs);

  /** A signed request; @throws if no answer comes */
  async function request(method: string, path: string): Promise<{ status: number; bytes: Buffer }> {
    const signed = aws4.sign(
      { service: "s3", region: "us-east-1", method, host: `127.0.0.1:${port}`, path, headers: {} },
      S3_KEY,
    );
    const headers = Object.fromEntries(Object.entries(signed.headers).map(([name, value]) => [name, String(value)]));
    const answer = await fetch(url + path, { method, headers });
    return { status: answer.status, bytes: Buffer.from(await answer.arrayBuffer()) };
  }

  await start();
  return {
    url,
    kill,
    start,
    async list(bucket) {
      const { bytes } = await request("GET", `/${bucket}?list-type=2&max-keys=1000`);
      return [...bytes.toString().matchAll(/<Key>([^<]+)<\/Key>/g)].map(([, key = ""]) => key).sort();
    },
    async read(bucket, key) {
      const { status, bytes } = await request("GET", `/${bucket}/${key.split("/").map(encodeURIComponent).join("/")}`);
      if (status !== 200) throw new Error(`SeaweedFS answered ${status} for ${key}: ${bytes.toString()}`);
      return gunzipSync(bytes).toString();
    },
    async stop() {
      process.off("exit", endWithUs);
      await kill();
      rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
    },
  };
}

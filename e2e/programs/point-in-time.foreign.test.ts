import { spawnSync } from "node:child_process";
import { appendFileSync, chmodSync, existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startUpstream, type LocalUpstream } from "@/local/upstream/upstream";
import { installFromDebian } from "@/scripts/setup/debian.mjs";
import { findFreePort } from "@/testing/database/free-port";
import { startGateway, type GatewayProcess } from "@/testing/gateway/gateway-process";

const PROGRAMS = "/usr/lib/postgresql/15/bin";

/** Why this cannot run here; undefined: it can. */
function whyNoPostgres(): string | undefined {
  if (process.getuid?.() !== 0) return "These tests start Debian's PostgreSQL as its own user, and so need root.";
  if (!existsSync(PROGRAMS)) {
    try {
      installFromDebian(["postgresql-15"]);
    } catch (error) {
      return String(error);
    }
  }
  return existsSync(PROGRAMS) ? undefined : `These tests need ${PROGRAMS}.`;
}
const missing = whyNoPostgres();
if (missing !== undefined) process.stderr.write(`Skipped: ${missing}\n`);

let folder: string;
let port: number;
let upstream: LocalUpstream;
const running: GatewayProcess[] = [];

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "point-in-time-"));
  chmodSync(folder, 0o755);
  spawnSync("chown", ["postgres", folder]);
  [port, upstream] = await Promise.all([findFreePort(), startUpstream({ log: false })]);
});
afterAll(async () => {
  for (const gateway of running) await gateway.stop();
  for (const cluster of ["main", "restored"])
    postgres("pg_ctl", "-D", join(folder, cluster), "-m", "immediate", "stop");
  await upstream?.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** Runs one of PostgreSQL's programs as its user. */
function postgres(program: string, ...parameters: string[]) {
  return spawnSync("runuser", ["-u", "postgres", "--", join(PROGRAMS, program), ...parameters], {
    encoding: "utf8",
    // A server that goes on must not hold the pipes of the program that has started it.
    stdio: program === "pg_ctl" ? "ignore" : "pipe",
  });
}

function start(cluster: string): void {
  const log = join(folder, `${cluster}.log`);
  expect(postgres("pg_ctl", "-D", join(folder, cluster), "-l", log, "-w", "start").status).toBe(0);
}

async function ask<Row extends object>(database: string, statement: string): Promise<Row[]> {
  const client = new pg.Client(`postgresql://postgres@127.0.0.1:${port}/${database}`);
  await client.connect();
  try {
    return (await client.query<Row>(statement)).rows;
  } finally {
    await client.end();
  }
}

async function openGateway(): Promise<GatewayProcess> {
  const gateway = await startGateway({
    config: { model_list: [{ model_name: "*", gateway_params: { model: "openai/*", api_base: upstream.apiBase } }] },
    environment: { GATEWAY_CONSOLE: "off", DATABASE_URL: `postgresql://postgres@127.0.0.1:${port}/gateway` },
  });
  running.push(gateway);
  return gateway;
}

async function post(gateway: GatewayProcess, path: string, bearer: string, body: object): Promise<number> {
  const headers = { authorization: `Bearer ${bearer}`, "content-type": "application/json" };
  const response = await fetch(gateway.url + path, { method: "POST", headers, body: JSON.stringify(body) });
  await response.text();
  return response.status;
}

async function booked(gateway: GatewayProcess): Promise<number> {
  const headers = { authorization: `Bearer ${gateway.masterKey}` };
  return (await (await fetch(`${gateway.url}/spend/logs?size=1`, { headers })).json()).total;
}

test.skipIf(missing !== undefined)(
  "a PostgreSQL with an archive of its log is brought back to a moment, as the guide says, and every total fits its calls",
  async () => {
    const main = join(folder, "main");
    postgres("initdb", "--no-sync", "-D", main, "-A", "trust");
    spawnSync("install", ["-d", "-o", "postgres", join(folder, "archive")]);
    const archive = join(folder, "archive");
    appendFileSync(
      join(main, "postgresql.conf"),
      [
        `port = ${port}`,
        `unix_socket_directories = '${folder}'`,
        "fsync = off", // no power fails here, and a busy disk takes half a minute to stop
        "archive_mode = on",
        `archive_command = 'test ! -f ${archive}/%f && cp %p ${archive}/%f'`,
        "archive_timeout = 60",
        "",
      ].join("\n"),
    );
    start("main");
    await ask("postgres", "CREATE DATABASE gateway");
    const gateway = await openGateway();
    const call = (bearer: string): Promise<number> =>
      post(gateway, "/v1/chat/completions", bearer, { model: "tokens-1", messages: [] });
    expect(await post(gateway, "/team/new", gateway.masterKey, { team_id: "t1" })).toBe(200);
    await call(gateway.masterKey);

    const restored = join(folder, "restored");
    const copied = postgres(
      "pg_basebackup",
      "-h",
      "127.0.0.1",
      "-p",
      String(port),
      "-D",
      restored,
      "-c",
      "fast",
      "--no-sync",
    );
    expect(copied.stderr).toBe("");
    for (let n = 0; n < 5; n++) expect(await call(gateway.masterKey)).toBe(200);
    await expect.poll(() => booked(gateway)).toBe(6);
    const [moment] = await ask<{ at: string }>("gateway", "SELECT clock_timestamp()::text AS at");

    // What nobody meant to do.
    expect(await post(gateway, "/team/delete", gateway.masterKey, { team_ids: ["t1"] })).toBe(200);
    await call(gateway.masterKey);
    await expect.poll(() => booked(gateway)).toBe(7);
    await ask("gateway", "SELECT pg_switch_wal()");
    await expect.poll(() => readdirSync(archive).length).toBeGreaterThan(1);
    await running.pop()?.stop();
    postgres("pg_ctl", "-D", main, "-m", "fast", "-w", "stop");

    appendFileSync(
      join(restored, "postgresql.conf"),
      [
        `restore_command = 'cp ${archive}/%f %p'`,
        `recovery_target_time = '${moment?.at}'`,
        "recovery_target_action = 'promote'",
        "archive_mode = off",
        "",
      ].join("\n"),
    );
    writeFileSync(join(restored, "recovery.signal"), "");
    start("restored");
    await expect.poll(() => ask("postgres", "SELECT pg_is_in_recovery() AS waits")).toEqual([{ waits: false }]);
    const again = await openGateway();
    expect(await booked(again)).toBe(6);
    expect(await post(again, "/team/update", again.masterKey, { team_id: "t1", team_alias: "back" })).toBe(200);
    expect(await post(again, "/v1/chat/completions", again.masterKey, { model: "tokens-1", messages: [] })).toBe(200);
    await expect.poll(() => booked(again)).toBe(7);
    // It audits every total when it stops.
    await running.pop()?.stop();
  },
);

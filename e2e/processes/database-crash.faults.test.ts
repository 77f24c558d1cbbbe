import { spawn } from "node:child_process";
import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { buildDatabaseProcess, type DatabaseProcess } from "@/testing/database/run-database-process";
import { endPostmaster, findPostmaster } from "@/lib/database/postmaster";

/** Far more than a start or a refusal takes on a loaded machine; what takes longer hangs. */
const KILL_MOMENTS = 8;
/** Milliseconds that an undisturbed first start takes here and now. */
let undisturbedMs = 0;

let builder: Awaited<ReturnType<typeof buildDatabaseProcess>>;
let parent: string;
let data: string;
let processes: DatabaseProcess[];

beforeAll(async () => {
  builder = await buildDatabaseProcess();
});
afterAll(() => builder.remove());
beforeEach(async () => {
  parent = await mkdtemp(join(tmpdir(), "model-gateway-crash-")); // 0700: as root, the database's account may not pass it
  data = join(parent, "data");
  processes = [];
});
afterEach(async () => {
  await Promise.all(processes.map((process) => process.end("SIGKILL")));
  const orphan = await findPostmaster(join(data, "postgres"));
  if (orphan) await endPostmaster(orphan.pid, join(data, "postgres"), 1_000);
  await rm(parent, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
});

function run(migrations?: string, wrapper?: readonly string[]): DatabaseProcess {
  const process = builder.run(data, migrations, wrapper);
  processes.push(process);
  return process;
}

async function query(url: string, sql: string): Promise<pg.QueryResult> {
  const client = new pg.Client(url);
  await client.connect();
  try {
    return await client.query(sql);
  } finally {
    await client.end();
  }
}

async function expectStart(process: DatabaseProcess): Promise<{ url: string; applied: string[] }> {
  const ready = await process.event("ready");
  expect((await query(ready.url, "SELECT count(*)::int AS teams FROM teams")).rows).toEqual([{ teams: 0 }]);
  return ready;
}

async function postmaster(): Promise<number> {
  const found = await findPostmaster(join(data, "postgres"));
  if (!found) throw new Error("no server runs");
  return found.pid;
}

describe("an undisturbed first start", () => {
  test("a gateway that stops leaves no database server behind", async () => {
    const first = run();
    undisturbedMs = (await first.event("ready")).afterMs;
    expect(await first.end()).toBe("");
    expect(await findPostmaster(join(data, "postgres"))).toBeUndefined();
  });
});

describe("a start after SIGKILL in the middle of the first initialisation", () => {
  test.each(Array.from({ length: KILL_MOMENTS }, (_, index) => (index + 0.5) / KILL_MOMENTS))(
    "a start after SIGKILL at %f of the first initialisation succeeds",
    async (share) => {
      const killed = run();
      await new Promise((resolve) => setTimeout(resolve, share * undisturbedMs));
      await killed.end("SIGKILL");
      await expectStart(run());
    },
  );
});

describe("a second process on the same data folder", () => {
  test("a second process on the same data folder is refused with one line, and the first is unharmed", async () => {
    const first = run();
    const { url } = await first.event("ready");
    const second = run();
    await expect(second.event("ready")).rejects.toThrow();
    expect(await second.end()).toBe(
      `The data folder ${data} is in use by another gateway (process ${first.child.pid}): stop it, or set GATEWAY_DATA_DIR to another folder\n`,
    );
    expect((await query(url, "SELECT 1 AS one")).rows).toEqual([{ one: 1 }]);
  });
});

describe("the server of a killed gateway", () => {
  async function kill(process: DatabaseProcess): Promise<{ pid: number; url: string }> {
    const { url } = await process.event("ready");
    const pid = await postmaster();
    await process.end("SIGKILL");
    return { pid, url };
  }

  test("the database server of a killed gateway does not keep the folder's lock, and the next start adopts it with its data", async () => {
    const { pid, url } = await kill(run());
    await query(url, "CREATE TABLE kept (); ");
    const next = run();
    expect((await expectStart(next)).url).toBe(url);
    expect(await postmaster()).toBe(pid);
    expect(next.seen()).toContain("database.adopted");
    expect((await query(url, "SELECT count(*)::int AS n FROM kept")).rows).toEqual([{ n: 0 }]);
  });

  test.skipIf(process.getuid?.() !== 0)(
    "root without the right to look into other accounts' processes, as in containers, knows its database's server again",
    async () => {
      // Docker gives root few capabilities, and CAP_SYS_PTRACE is not among them.
      const inContainer = ["setpriv", "--bounding-set=-sys_ptrace", "--inh-caps=-sys_ptrace"];
      const killed = run(undefined, inContainer);
      await killed.event("ready");
      await killed.end("SIGKILL");
      const next = run(undefined, inContainer);
      await expectStart(next);
      expect(next.seen()).toContain("database.adopted");
      expect(next.seen()).not.toContain("database.died");
      expect(await next.end()).toBe("");
      expect(await findPostmaster(join(data, "postgres"))).toBeUndefined();
    },
  );

  test("a start ends the statements that a killed gateway left running", async () => {
    const { url } = await kill(run());
    const statement = query(url, "BEGIN; LOCK TABLE teams; SELECT pg_sleep(60)");
    const outcome = expect(statement).rejects.toThrow("terminating connection");
    await expect
      .poll(async () => (await query(url, "SELECT 1 FROM pg_locks WHERE relation = 'teams'::regclass")).rowCount)
      .toBe(1);
    await expectStart(run());
    await outcome;
  });

  test("a start replaces the server of a killed gateway when it hangs", async () => {
    const { pid } = await kill(run());
    process.kill(pid, "SIGSTOP");
    await expectStart(run());
    expect(await postmaster()).not.toBe(pid);
  });

  test("a start waits for the server of a killed gateway when it is shutting down", async () => {
    const { pid, url } = await kill(run());
    const client = new pg.Client(url);
    client.on("error", () => {});
    await client.connect();
    process.kill(pid, "SIGTERM"); // "smart" shutdown: waits for the open connection, and lets nobody in
    await expectStart(run());
    expect(await postmaster()).not.toBe(pid);
    await client.end().catch(() => {});
  });

  test("a start replaces the server of a killed gateway when only its children are left", async () => {
    const { pid, url } = await kill(run());
    const client = new pg.Client(url);
    client.on("error", () => {});
    await client.connect();
    process.kill(pid, "SIGKILL");
    await expectStart(run());
    await client.end().catch(() => {});
  });

  test("a start replaces the server of a killed gateway when the stored password is a different one", async () => {
    const { pid } = await kill(run());
    await writeFile(join(data, "postgres.password"), "torn");
    await expectStart(run());
    expect(await postmaster()).not.toBe(pid);
  });

  test("a program that got the pid of a killed gateway's server is left alone", async () => {
    const { pid } = await kill(run());
    const stranger = spawn("sleep", ["60"]);
    const file = join(data, "postgres", "postmaster.pid");
    const content = await readFile(file, "utf8");
    await endPostmaster(pid, join(data, "postgres"), 5_000);
    await writeFile(file, content.replace(String(pid), String(stranger.pid)));
    await expectStart(run());
    expect(stranger.exitCode).toBeNull();
    expect(stranger.signalCode).toBeNull();
    stranger.kill();
  });
});

describe("a gateway that exits without stopping its server", () => {
  test("the database server of a gateway that exits without stopping it ends too", async () => {
    const gateway = run();
    await gateway.event("ready");
    await gateway.end("SIGUSR2");
    await expect.poll(() => findPostmaster(join(data, "postgres"))).toBeUndefined();
  });
});

describe("a data folder with a long and odd name", () => {
  test("a data folder with a long and odd name is served like any other", async () => {
    data = join(parent, "a 'quoted' \"näme\" $HOME;", "long".repeat(30), "long".repeat(30));
    const gateway = run();
    await expectStart(gateway);
    await gateway.end("SIGKILL");
    const next = run();
    await expectStart(next);
    expect(next.seen()).toContain("database.adopted");
  });
});

describe("a server that dies under its gateway", () => {
  test("a server that dies under its gateway comes back on the same port with its data", async () => {
    const gateway = run();
    const { url } = await expectStart(gateway);
    await query(url, "CREATE TABLE kept ()");
    process.kill(await postmaster(), "SIGKILL");
    await gateway.event("database.restarted");
    expect((await query(url, "SELECT count(*)::int AS n FROM kept")).rows).toEqual([{ n: 0 }]);
    expect(await gateway.end()).toBe("");
    expect(await findPostmaster(join(data, "postgres"))).toBeUndefined();
  });
});

describe("SIGKILL in the middle of a migration", () => {
  test("a migration that SIGKILL interrupts leaves no trace, and the next start applies it", async () => {
    const migrations = join(parent, "migrations");
    await mkdir(join(migrations, "0001_init"), { recursive: true });
    const sql = "CREATE TABLE teams (); CREATE TABLE half ();";
    await writeFile(join(migrations, "0001_init", "migration.sql"), `${sql} SELECT pg_sleep(20);`);
    const killed = run(migrations);
    const { url } = await killed.event("migrating");
    await expect
      .poll(async () => (await query(url, "SELECT 1 FROM pg_stat_activity WHERE wait_event = 'PgSleep'")).rowCount)
      .toBe(1);
    await killed.end("SIGKILL");
    await writeFile(join(migrations, "0001_init", "migration.sql"), sql);
    const { applied } = await expectStart(run(migrations));
    expect(applied).toEqual(["0001_init"]);
  });
});

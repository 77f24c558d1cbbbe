import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { openDataFolder } from "./data-folder";
import { startEmbeddedPostgres } from "./embedded-postgres";

test("a gateway that stops while its database is being restarted reports no restart", async () => {
  const parent = await mkdtemp(join(tmpdir(), "embedded-postgres-"));
  const folder = openDataFolder(join(parent, "data"));
  const events: string[] = [];
  const note = (event: string): void => void events.push(event);
  const postgres = await startEmbeddedPostgres({
    directory: folder.directory,
    log: {
      info: note,
      warn: note,
      error(event) {
        note(event);
        if (event === "database.died") queueMicrotask(() => void postgres.stop());
      },
    },
  });
  const [pid] = (await readFile(join(folder.directory, "postgres", "postmaster.pid"), "utf8")).split("\n");
  process.kill(Number(pid), "SIGKILL");
  await postgres.exited;
  folder.release();
  expect(events).toEqual(["database.died"]);
  await rm(parent, { recursive: true, force: true, maxRetries: 10 });
});

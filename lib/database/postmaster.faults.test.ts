import { fork } from "node:child_process";
import { once } from "node:events";
import { expect, test } from "vitest";
import { bundleChild } from "@/testing/gateway/child-bundle";
import { isPostmaster } from "./postmaster";

test("a process that can open no file takes no running server for dead", async () => {
  const child = await bundleChild("testing/database/crowded-child.ts");
  try {
    const crowded = fork(child.path, { execPath: "/bin/sh", execArgv: ["-c", 'ulimit -n 64 && exec node "$0"'] });
    expect(await once(crowded, "message")).toEqual([true, undefined]);
    // While files can be opened, it sees that its parent is not PostgreSQL.
    expect(await isPostmaster(process.pid, "/")).toBe(false);
  } finally {
    child.remove();
  }
});

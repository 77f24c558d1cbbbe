import { expect, test } from "vitest";
import { startError } from "./postgres-server";

test("a server that cannot start on a full disk is told with what helps", () => {
  const output = 'FATAL:  could not write lock file "postmaster.pid": No space left on device\n';
  expect(startError("/data/postgres.log", "ended", output).message).toBe(
    `The embedded PostgreSQL ended while starting because its disk is full: free some room there, or move GATEWAY_DATA_DIR to a larger disk; the end of /data/postgres.log:\n${output.trim()}`,
  );
  expect(startError("/l", "ended", "FATAL:  out of memory").message).not.toContain("disk");
});

import { execFileSync } from "node:child_process";
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A file system of a few hundred kilobytes, to be filled. */
export interface SmallDisk {
  readonly directory: string;
  /** Takes all room but about so many bytes. */
  fill(leave: number): void;
  /** Gives the room back. */
  empty(): void;
  unmount(): void;
}

/** Mounts one, or says why that is not possible here (it takes root and a kernel that allows it). */
export function mountSmallDisk(kilobytes: number): SmallDisk | string {
  const directory = mkdtempSync(join(tmpdir(), "small-disk-"));
  try {
    execFileSync("mount", ["-t", "tmpfs", "-o", `size=${kilobytes}k`, "tmpfs", directory], { stdio: "pipe" });
  } catch (error) {
    rmSync(directory, { recursive: true });
    return `a small file system cannot be mounted here: ${String(error).split("\n")[0]}`;
  }
  const filler = join(directory, "filler");
  return {
    directory,
    fill(leave) {
      const file = openSync(filler, "w");
      let size = 0;
      try {
        for (;;) size += writeSync(file, Buffer.alloc(4096, "x"));
      } catch {
        // full
      }
      closeSync(file);
      execFileSync("truncate", ["-s", String(Math.max(0, size - leave)), filler]);
    },
    empty: () => rmSync(filler, { force: true }),
    unmount() {
      execFileSync("umount", [directory]);
      rmSync(directory, { recursive: true });
    },
  };
}

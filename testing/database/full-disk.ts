import { execFileSync } from "node:child_process";
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A file system of a few hundred kilobytes, to be filled. */
export interface SmallDisk {
  readonly directory: string;
  /** Fills all room but about this many bytes. */
  fill(leave: number): void;
  /** Frees the room again. */
  empty(): void;
  unmount(): void;
}

/** Mounts such a disk, or says why that is impossible here: it takes root and a kernel that allows it. */
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

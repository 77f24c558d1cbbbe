import { join } from "node:path";
import { cachedFolder, runToEnd } from "@/scripts/setup/foreign-cache.mjs";

/**
 * The folder of an environment of Python with a package from PyPI, which is made once for each machine.
 * @throws Error when Python is missing or PyPI does not have the package
 */
export function pythonWith(name: string, requirement: string): string {
  const path = cachedFolder(name, "PyPI", (folder) => {
    // Not in the environment's own bin folder, whose programs name the path under which it was made.
    runToEnd("python3", ["-m", "pip", "install", "--quiet", "--target", join(folder, "packages"), requirement]);
  });
  return join(path, "packages");
}

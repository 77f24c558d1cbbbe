// node scripts/setup/complete-lock.mjs: adds to package-lock.json the optional platform packages (other machines'
// binaries) that npm left out because the registry it asked did not have them. Without them npm 11 refuses the file.
import { readFileSync, writeFileSync } from "node:fs";
import { root } from "./setup.mjs";

const path = `${root}/package-lock.json`;
const lock = JSON.parse(readFileSync(path, "utf8"));
const systems = ["android", "darwin", "freebsd", "linux", "win32", "openbsd", "netbsd", "sunos", "aix", "openharmony"];
const processors = ["arm64", "x64", "arm", "ia32", "riscv64", "ppc64", "s390x", "loong64", "mips64el", "wasm32"];

// A package for one C library is never asked for where the other one may be (setup.mjs).
const libraries = { gnu: "glibc", musl: "musl" };

for (const [owner, { dev, optionalDependencies = {} }] of Object.entries(lock.packages)) {
  for (const [name, version] of Object.entries(optionalDependencies)) {
    if (lock.packages[`node_modules/${name}`] || lock.packages[`${owner}/node_modules/${name}`]) continue;
    const words = name.split(/[-/]/);
    const os = systems.filter((system) => words.includes(system));
    const cpu = processors.filter((processor) => words.includes(processor));
    if (os.length === 0 && cpu.length === 0) throw new Error(`${name} does not say which platform it is for`);
    const libc = words.flatMap((word) => libraries[word] ?? []);
    lock.packages[`node_modules/${name}`] = {
      version,
      ...(cpu.length ? { cpu } : {}),
      ...(dev ? { dev } : {}),
      ...(libc.length ? { libc } : {}),
      optional: true,
      ...(os.length ? { os } : {}),
    };
    console.log(`added ${name} ${version} for ${[...os, ...cpu].join(" ")}`);
  }
}
const { "": project, ...rest } = lock.packages;
lock.packages = { "": project, ...Object.fromEntries(Object.entries(rest).sort(([a], [b]) => (a < b ? -1 : 1))) };
writeFileSync(path, `${JSON.stringify(lock, null, 2)}\n`);

import {
  closeSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { cachedDataVersionTag } from "node:v8";
import { Script } from "node:vm";
import { crc32 } from "node:zlib";

/** How many characters of a program, behind a comment's beginning, say which one it is. */
const ID_LENGTH = 16;
const CHECK_SUM_BYTES = 4;

type Program = (
  exports: unknown,
  require: NodeJS.Require,
  module: { readonly exports: unknown },
  folder: string,
  url: string,
  importModule: (specifier: string) => Promise<unknown>,
) => void;

/**
 * Loads a program that `scripts/program/build-program.mjs` has made, with what an earlier run of it has compiled, which
 * halves the processor time of a start. The first run keeps what it has compiled until `start` resolves in the folder
 * `compiled` beside the program; where that cannot be written, nothing is kept.
 * @param url of the program
 * @param importModule for the imports that the program makes while it runs
 * @param start what to do with what the program exports, and with its folder
 */
export async function runProgram<Exports>(
  url: string,
  importModule: (specifier: string) => Promise<unknown>,
  start: (exports: Exports, folder: string) => Promise<void>,
): Promise<void> {
  const path = fileURLToPath(url);
  const folder = dirname(path);
  // It has ASCII characters alone. As Latin-1, the engine keeps each in one byte.
  const source = readFileSync(path, "latin1");
  // The tag stands for the engine, its options, and the processor.
  const name = `${source.slice(2, 2 + ID_LENGTH)}-${cachedDataVersionTag().toString(16)}`;
  const kept = join(folder, "compiled", name);
  const cachedData = readCompiled(kept);
  const script = new Script(source, { filename: url, ...(cachedData && { cachedData }) });
  const module = { exports: {} as Exports };
  const program: Program = script.runInThisContext();
  program(module.exports, createRequire(url), module, folder, url, importModule);
  await start(module.exports, folder);
  // A worker is ready before the first process, and has compiled more.
  if (script.cachedDataRejected || !existsSync(kept)) keepCompiled(kept, script.createCachedData());
}

function readCompiled(path: string): Buffer | undefined {
  try {
    const bytes = readFileSync(path);
    const compiled = bytes.subarray(CHECK_SUM_BYTES);
    if (bytes.length > CHECK_SUM_BYTES && bytes.readUInt32LE() === crc32(compiled)) return compiled;
    // The engine trusts what it is given, so a file that a disk has spoilt must not reach it.
    rmSync(path);
  } catch {
    // There is none, or it may not be removed.
  }
  return undefined;
}

function keepCompiled(path: string, compiled: Buffer): void {
  try {
    mkdirSync(dirname(path), { recursive: true });
    const checkSum = Buffer.alloc(CHECK_SUM_BYTES);
    checkSum.writeUInt32LE(crc32(compiled));
    const file = openSync(`${path}.${process.pid}`, "w");
    try {
      writeFileSync(file, Buffer.concat([checkSum, compiled]));
      fsyncSync(file);
    } finally {
      closeSync(file);
    }
    renameSync(`${path}.${process.pid}`, path);
  } catch {
    // An image's files are read-only.
  }
}

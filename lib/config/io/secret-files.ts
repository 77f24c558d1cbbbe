import { closeSync, openSync, readSync } from "node:fs";
import { withoutTrailing } from "@/lib/without-trailing";
import { EnvironmentError } from "../environment-error";
import { mayComeFromFile } from "../secrets/secret-variables";

/** The result of reading the files again. */
export interface FilesRead {
  /** The variables that have another value now. */
  readonly changed: readonly string[];
  /** The variables whose file cannot be used, with the reason. They keep their last value. */
  readonly kept: readonly { readonly variable: string; readonly reason: string }[];
}

/** The largest file in bytes. No secret comes near it; a device or a log file given by mistake exceeds it. */
const MAXIMUM_BYTES = 64 * 1024;

/**
 * Variables whose values are in files: `NAME_FILE` holds the path. A file is read when its variable is first looked up,
 * and again by `refresh`.
 */
export class SecretFiles {
  readonly #variables: Readonly<Record<string, string | undefined>>;
  /** The last usable value of each variable that was looked up. */
  readonly #values = new Map<string, string>();

  constructor(variables: Readonly<Record<string, string | undefined>>) {
    this.#variables = variables;
  }

  /**
   * The value of a variable from the environment or its file; undefined: neither is given.
   * @throws EnvironmentError if both are given, or the file has never been usable
   */
  lookup(name: string): string | undefined {
    const given = this.#given(name);
    const path = this.#pathOf(name);
    if (path === undefined) return given;
    if (given?.trim()) throw new EnvironmentError(`${name}_FILE`, `is set, and so is ${name}: set one of them`);
    const known = this.#values.get(name);
    if (known !== undefined) return known;
    const read = readSecretFile(path);
    if ("reason" in read) throw new EnvironmentError(`${name}_FILE`, `names a file that ${read.reason}`);
    this.#values.set(name, read.value);
    return read.value;
  }

  /** Reads the files of all looked-up variables again. */
  refresh(): FilesRead {
    const changed: string[] = [];
    const kept: FilesRead["kept"][number][] = [];
    for (const [variable, before] of this.#values) {
      const read = readSecretFile(this.#pathOf(variable) ?? "");
      if ("reason" in read) kept.push({ variable, reason: read.reason });
      else if (read.value !== before) {
        this.#values.set(variable, read.value);
        changed.push(variable);
      }
    }
    return { changed, kept };
  }

  #pathOf(name: string): string | undefined {
    return mayComeFromFile(name) ? this.#given(`${name}_FILE`)?.trim() || undefined : undefined;
  }

  /** Reads own members only, because a configuration file may name a variable `constructor`. */
  #given(name: string): string | undefined {
    return Object.hasOwn(this.#variables, name) ? this.#variables[name] : undefined;
  }
}

/** Reads synchronously, because variables are looked up synchronously. The files are tiny. */
function readSecretFile(path: string): { readonly value: string } | { readonly reason: string } {
  let file: number | undefined;
  try {
    file = openSync(/* turbopackIgnore: true */ path, "r");
    const bytes = Buffer.alloc(MAXIMUM_BYTES + 1);
    const length = readSync(file, bytes, 0, bytes.length, 0);
    if (length > MAXIMUM_BYTES) return { reason: "is larger than 64 KiB" };
    const value = withoutTrailing(bytes.toString("utf8", 0, length), "\n", "\r");
    return value.trim() === "" ? { reason: "is empty" } : { value };
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "unknown";
    return { reason: code === "ENOENT" ? "does not exist" : `cannot be read (${code})` };
  } finally {
    if (file !== undefined) closeSync(file);
  }
}

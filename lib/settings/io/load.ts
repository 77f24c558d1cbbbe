import { constants } from "node:fs";
import { open } from "node:fs/promises";
import { toFinding, type Finding, type FindingNumber } from "@/lib/config/finding";
import { isVaultReference } from "@/lib/config/secrets/vault-reference";
import { readDocument } from "../document";
import { processVaults, type VaultCache } from "./vault-cache";
import { parseConfig, type ConfigContext, type ParsedConfig } from "../parse";

/** In bytes. No real configuration comes near it, but a log file or a disk image given by mistake exceeds it. */
const MAXIMUM_BYTES = 1024 * 1024;

export interface LoadOptions extends ConfigContext {
  /** The file's name in findings. The default is its path. */
  readonly name?: string;
  /** What a missing file means: nothing is configured (`empty`), or a fault (`error`). */
  readonly missing: "empty" | "error";
  /** The cache that answers references to vaults. Default: that of this process. */
  readonly vaults?: VaultCache;
}

/** Reads and checks a configuration file. Never throws: what cannot be read becomes a finding. */
export async function loadConfig(path: string, options: LoadOptions): Promise<ParsedConfig> {
  const name = options.name ?? path;
  const read = await readBounded(path);
  if ("bytes" in read) {
    const decoded = decode(read.bytes);
    if ("text" in decoded) return parseConfig(decoded.text, name, await withVaults(decoded.text, options));
    const { line, column } = decoded;
    return refused(
      toFinding({ number: "C003", path: [], at: "value", ...decoded }, { file: name, position: { line, column } }),
      options,
    );
  }
  if (read.reason === "ENOENT" && options.missing === "empty") return parseConfig("", name, options);
  return refused(
    { number: read.number, severity: "error", file: name, path: "", message: read.message, fix: read.fix },
    options,
  );
}

/** Reads the file's references to vaults before the file is parsed, because parsing does not wait. */
async function withVaults(source: string, options: LoadOptions): Promise<LoadOptions> {
  const { environment, vaults = processVaults } = options;
  // Most files have no references, and need not be parsed twice.
  if (!source.includes("vault/") && !source.includes("aws_secret/")) return options;
  const references = textsIn(readDocument(source).value).filter(isVaultReference);
  await vaults.prepare(references, environment.lookup);
  return { ...options, environment: { ...environment, vaultSecret: (reference) => vaults.answer(reference) } };
}

function textsIn(value: unknown): string[] {
  if (typeof value === "string") return [value.trim()];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(textsIn) : [];
}

function refused(finding: Finding, context: ConfigContext): ParsedConfig {
  return { file: undefined, environment: context.environment, given: new Set(), findings: [finding], locate: () => [] };
}

type ReadResult =
  | { readonly bytes: Buffer }
  | { readonly number: FindingNumber; readonly reason: string; readonly message: string; readonly fix: string };

/** Reads at most one byte more than allowed, so that even an endless file costs no more than that. */
async function readBounded(path: string): Promise<ReadResult> {
  try {
    // Opening a pipe to which nobody writes would wait forever.
    const handle = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
    try {
      // Reading a pipe or a device could block or never end.
      if (!(await handle.stat()).isFile()) {
        return {
          number: "C001",
          reason: "ENOTFILE",
          message: "is a folder, a pipe or a device, not a file",
          fix: "name a YAML file",
        };
      }
      const buffer = Buffer.alloc(MAXIMUM_BYTES + 1);
      let length = 0;
      while (length < buffer.length) {
        const { bytesRead } = await handle.read(buffer, length, buffer.length - length, length);
        if (bytesRead === 0) break;
        length += bytesRead;
      }
      if (length <= MAXIMUM_BYTES) return { bytes: buffer.subarray(0, length) };
      return {
        number: "C002",
        reason: "EFBIG",
        message: "is larger than 1 MiB",
        fix: "check that this is the right file",
      };
    } finally {
      await handle.close();
    }
  } catch (error) {
    return unreadable(error instanceof Error && "code" in error ? String(error.code) : "unknown");
  }
}

function unreadable(code: string): ReadResult {
  const common = { number: "C001", reason: code } as const;
  switch (code) {
    case "ENOENT":
      return { ...common, message: "does not exist", fix: "check the path, or GATEWAY_CONFIG" };
    case "EACCES":
    case "EPERM":
      return { ...common, message: "may not be read by this user", fix: "give this user permission to read it" };
    default:
      return { ...common, message: `cannot be read (${code})`, fix: "check the path and its permissions" };
  }
}

type Decoded =
  | { readonly text: string }
  | { readonly line: number; readonly column: number; readonly message: string; readonly fix: string };

function decode(bytes: Buffer): Decoded {
  if ((bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff)) {
    return { line: 1, column: 1, message: "is UTF-16, not UTF-8", fix: "save it as UTF-8" };
  }
  let text: string;
  try {
    text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    const message = "contains a byte that is not UTF-8 here";
    return { ...placeBehind(validPrefix(bytes)), message, fix: "save the file as UTF-8" };
  }
  const control = CONTROL_CHARACTER.exec(text);
  if (!control) return { text };
  const message = "contains a control character here";
  return {
    ...placeBehind(text.slice(0, control.index)),
    message,
    fix: "remove it, or write it as an escape in double quotes",
  };
}

/** A character of one UTF-16 unit that YAML 1.2 §5.1 allows in no file. */
const CONTROL_CHARACTER = /[^\t\n\r\x20-\x7e\x85\xa0-\ufffd]/;

function placeBehind(text: string): { line: number; column: number } {
  const lines = text.split(/\r\n|\r|\n/);
  return { line: lines.length, column: (lines.at(-1) ?? "").length + 1 };
}

/** The text up to the first byte that is not UTF-8. */
function validPrefix(bytes: Buffer): string {
  let valid = 0;
  let invalid = bytes.length;
  const decodable = (length: number): boolean => {
    try {
      // With `stream`, a character that is cut in two is not an error.
      new TextDecoder("utf-8", { fatal: true }).decode(bytes.subarray(0, length), { stream: true });
      return true;
    } catch {
      return false;
    }
  };
  while (invalid - valid > 1) {
    const middle = (valid + invalid) >> 1;
    if (decodable(middle)) valid = middle;
    else invalid = middle;
  }
  return new TextDecoder("utf-8").decode(bytes.subarray(0, valid), { stream: true });
}

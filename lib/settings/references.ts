import { EnvironmentError } from "@/lib/config/environment-error";
import type { Environment } from "@/lib/config/environment-variables";
import { formatPath, quote, type Fault, type Path } from "@/lib/config/finding";
import { quotedFault, standsInQuotes } from "./upstreams/quoted-values";
import { isVaultReference, parseVaultReference } from "@/lib/config/secrets/vault-reference";

const PREFIX = "os.environ/";
const VARIABLE = /^[A-Za-z_][A-Za-z0-9_]*$/;

const UNREADABLE = "it must be vault/PATH#FIELD or aws_secret/NAME#FIELD, without blanks";

export interface Resolved {
  readonly value: unknown;
  readonly faults: readonly Fault[];
  /**
   * For each value that came from elsewhere: its path (as `formatPath` writes it) and the variable or the reference.
   */
  readonly sources: ReadonlyMap<string, string>;
  /** Plain values that came from variables. They must not appear in any message. */
  readonly revealed: readonly string[];
  /** Paths of values whose variable or vault gave nothing. Other faults of these values are consequences. */
  readonly unresolved: readonly Path[];
}

/**
 * Replaces each string `os.environ/NAME` with the result of `lookup`, and each reference to a vault with that of
 * `vaultSecret`. Only whole values are replaced (spec 2.6).
 */
export function resolveReferences(
  value: unknown,
  { lookup, vaultSecret }: Pick<Environment, "lookup" | "vaultSecret">,
  base: Path = [],
): Resolved {
  const faults: Fault[] = [];
  const sources = new Map<string, string>();
  const revealed: string[] = [];
  const unresolved: Path[] = [];

  const resolveVault = (reference: string, text: string, path: Path): string => {
    const answer = parseVaultReference(reference) ? vaultSecret(reference) : { reason: UNREADABLE };
    if ("value" in answer) {
      sources.set(formatPath(path), reference);
      revealed.push(answer.value);
      return answer.value;
    }
    const shown = reference.length <= 120 ? reference : `${reference.slice(0, 120)}…`;
    faults.push({ number: "C178", path, at: "value", message: `${shown} cannot be read: ${answer.reason}` });
    unresolved.push(path);
    return text;
  };
  const resolveText = (text: string, path: Path): string => {
    const trimmed = text.trim();
    if (isVaultReference(trimmed)) return resolveVault(trimmed, text, path);
    if (!trimmed.startsWith(PREFIX)) {
      const fault = suspiciousReference(trimmed, path);
      if (fault) faults.push(fault);
      return text;
    }
    const name = trimmed.slice(PREFIX.length);
    const found = VARIABLE.test(name) ? lookedUp(name) : undefined;
    if (found instanceof EnvironmentError) {
      faults.push({ number: "C176", path, at: "value", message: found.message });
      unresolved.push(path);
      return text;
    }
    if (found !== undefined && found.trim() !== "") {
      sources.set(formatPath(path), name);
      revealed.push(found);
      if (standsInQuotes(found)) faults.push(quotedFault(name, { path, at: "value" }));
      return found;
    }
    faults.push(missingVariable(name, found !== undefined, path));
    unresolved.push(path);
    return text;
  };
  const lookedUp = (name: string): string | EnvironmentError | undefined => {
    try {
      return lookup(name);
    } catch (error) {
      if (error instanceof EnvironmentError) return error;
      throw error;
    }
  };
  const walk = (node: unknown, path: Path): unknown => {
    if (typeof node === "string") return resolveText(node, path);
    if (Array.isArray(node)) return node.map((item, index) => walk(item, [...path, index]));
    if (typeof node !== "object" || node === null) return node;
    const copy: Record<string, unknown> = Object.create(null);
    for (const [key, inner] of Object.entries(node)) copy[key] = walk(inner, [...path, key]);
    return copy;
  };
  return { value: walk(value, base), faults, sources, revealed, unresolved };
}

function missingVariable(name: string, isEmpty: boolean, path: Path): Fault {
  if (!VARIABLE.test(name)) {
    return {
      number: "C015",
      path,
      at: "value",
      message: "os.environ/ must be followed by the name of one variable",
      fix: "write os.environ/NAME",
    };
  }
  const shown = name.length <= 64 ? name : quote(name);
  return {
    number: "C015",
    path,
    at: "value",
    message: `the environment variable ${shown} ${isEmpty ? "is empty" : "is not set"}`,
    fix: `set ${shown} where the gateway is started, or give it under environment_variables`,
  };
}

function suspiciousReference(text: string, path: Path): Fault | undefined {
  const shell = /^\$\{?[A-Za-z_][A-Za-z0-9_]*\}?$/.test(text);
  if (!shell && !text.includes(PREFIX) && !text.startsWith("os.environ")) return undefined;
  const message = shell ? "a shell variable is not resolved here" : "only a whole value can be taken from a variable";
  return { number: "C041", path, at: "value", message, fix: "write os.environ/NAME as the whole value" };
}

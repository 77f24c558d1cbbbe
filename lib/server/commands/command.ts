import type { ParsedConfig } from "@/lib/settings/parse";

/** What a command may use. */
export interface CommandContext {
  /** The environment and the configuration file, which need not be free of errors. */
  readonly config: ParsedConfig;
  /** The folder of the product: `prisma/migrations` and `package.json` are in it. */
  readonly root: string;
  readonly version: string;
  /** Results go to standard output, progress and failures to standard error. Both take whole lines. */
  readonly print: (text: string) => void;
  readonly report: (text: string) => void;
  /** Aborted when the operator ends the command. */
  readonly signal: AbortSignal;
}

/** A command of the operator. */
export interface Command {
  /** What follows the command's name. */
  readonly usage: string;
  /** One or more lines for `--help`. */
  readonly help: string;
  /** The exit code when the command fails with an error. Default: 2. */
  readonly failureCode?: number;
  /**
   * Whether the command ends and cleans up when the signal is aborted. Otherwise an operator's signal ends the process.
   */
  readonly endsBySignal?: true;
  /** Resolves to the exit code. @throws an error that is the operator's to fix; its message is shown */
  run(args: readonly string[], context: CommandContext): Promise<number>;
}

/** The command was called wrongly. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

/** The one file that is named, and the flags that are given. @throws UsageError */
export function fileAndFlags<Flag extends string>(
  args: readonly string[],
  flags: readonly Flag[],
): { readonly file: string; readonly given: ReadonlySet<Flag> } {
  const given = new Set<Flag>();
  const files: string[] = [];
  for (const argument of args) {
    const flag = flags.find((known) => `--${known}` === argument);
    if (flag !== undefined) given.add(flag);
    else if (argument.startsWith("-")) throw new UsageError(`Unknown flag ${argument}`);
    else files.push(argument);
  }
  const [file, ...others] = files;
  if (file === undefined || file === "") throw new UsageError("Name a file");
  if (others.length > 0) throw new UsageError("Name only one file");
  return { file, given };
}

import { auditAll } from "./audit-cli";
import { type Command, UsageError } from "./command";

/** `audit-spend`: whether every total is the sum of its calls. */
export const auditSpendCommand: Command = {
  usage: "",
  help: `Checks that every total is the sum of its calls, and that ClickHouse has the same calls.
Exit codes: 0 if it is so, 1 if not, 2 if the database cannot be queried.`,

  async run(args, { config, print, report }) {
    if (args.length > 0) throw new UsageError("The command takes no arguments");
    const { exitCode, output } = await auditAll(config.environment);
    (exitCode === 2 ? report : print)(output.trimEnd());
    return exitCode;
  },
};

import { auditAll } from "./audit-cli";
import { type Command, UsageError } from "./command";

/** `audit-spend`: whether every total is the sum of its calls. */
export const auditSpendCommand: Command = {
  usage: "",
  help: "Says whether every total is the sum of its calls, and whether ClickHouse has the same calls. Exit code 0: yes; 1: no; 2: the database cannot be queried.",

  async run(args, { config, print, report }) {
    if (args.length > 0) throw new UsageError("It takes no arguments");
    const { exitCode, output } = await auditAll(config.environment);
    (exitCode === 2 ? report : print)(output.trimEnd());
    return exitCode;
  },
};

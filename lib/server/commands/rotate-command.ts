import { type Command, UsageError } from "./command";
import { parseRotateArguments, rotateCommand as rotate } from "./rotate-cli";

/** `rotate encryption`: encrypts everything in the database with the current key. */
export const rotateCommand: Command = {
  usage: "encryption [--dry-run] [--accept-loss]",
  help: `Encrypts everything in the database with GATEWAY_ENCRYPTION_KEY that an earlier key encrypted. It may be stopped and run
again. Exit code 0: everything is; 1: something is not; 2: nothing was done. docs/operate/rotation.md has the steps.`,

  async run(args, { config, print, report }) {
    const options = parseRotateArguments(args);
    if (typeof options === "string") throw new UsageError(options.split("\n")[0] ?? "");
    const { exitCode, output } = await rotate(config.environment, options, report);
    (exitCode === 2 ? report : print)(output.trimEnd());
    return exitCode;
  },
};

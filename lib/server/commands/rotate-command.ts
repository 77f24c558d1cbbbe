import { type Command, UsageError } from "./command";
import { parseRotateArguments, rotateCommand as rotate } from "./rotate-cli";

/** `rotate encryption`: encrypts everything in the database with the current key. */
export const rotateCommand: Command = {
  usage: "encryption [--dry-run] [--accept-loss]",
  help: `Re-encrypts everything that an earlier key encrypted, with GATEWAY_ENCRYPTION_KEY. You may stop it and run it again.
Exit codes: 0 if everything is encrypted with that key, 1 if something is not, 2 if nothing was done (docs/operate/rotation.md).`,

  async run(args, { config, print, report }) {
    const options = parseRotateArguments(args);
    if (typeof options === "string") throw new UsageError(options.split("\n")[0] ?? "");
    const { exitCode, output } = await rotate(config.environment, options, report);
    (exitCode === 2 ? report : print)(output.trimEnd());
    return exitCode;
  },
};

import { runCommand } from "@/lib/server/commands/run-command";

// The operator's commands: `node dist/command.mjs backup FILE`. Everything they do is in lib/server/commands.
process.exitCode = await runCommand(process.argv.slice(2), import.meta.dirname);

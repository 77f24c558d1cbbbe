import type { serve } from "@/lib/server/serve";
import { runProgram } from "@/lib/server/run-program";

/**
 * Without arguments this is door 2: everything it does is in lib/server/serve.ts. With arguments it is one of the
 * operator's commands. They are a bundle of their own, so that a gateway does not load them.
 * @param url of the built file that calls this
 * @param importModule for the gateway's imports while it runs
 */
export async function start(url: string, importModule: (specifier: string) => Promise<unknown>): Promise<void> {
  if (process.argv.length > 2) await importModule(new URL("command.mjs", url).href);
  else
    await runProgram(
      new URL("server.cjs", url).href,
      importModule,
      async (program: { readonly serve: typeof serve }, folder: string) => program.serve(folder),
    );
}

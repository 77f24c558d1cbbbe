import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { serve } from "@/lib/server/serve";

// Without arguments this is door 2: everything it does is in lib/server/serve.ts. With arguments it is one of the
// operator's commands. They are a bundle of their own, so that a gateway does not load them.
if (process.argv.length === 2) await serve(import.meta.dirname);
else await import(pathToFileURL(join(import.meta.dirname, "command.mjs")).href);

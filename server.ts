import { serve } from "@/lib/server/serve";

// The whole of door 2: everything it does is in lib/server/serve.ts.
await serve(import.meta.dirname);

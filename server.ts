import { serve } from "@/lib/gateway/serve";

// The whole of door 2: everything it does is in lib/gateway/serve.ts.
await serve(import.meta.dirname);

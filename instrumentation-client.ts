import "@/components/ui/style-nonce";

// Next.js runs this file in the browser before everything else on a page. zod compiles its checks with `new Function`
// where it may. The page's Content-Security-Policy forbids that, and even the attempt would be reported.
Reflect.set(globalThis, "__zod_globalConfig", { jitless: true });

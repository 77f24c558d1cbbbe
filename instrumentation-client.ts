import "@/components/ui/style-nonce";

// Next.js runs this file in the browser before everything else of a page. zod compiles its checks with `new Function`
// where it may; here the page's Content-Security-Policy forbids it, and the attempt alone would be reported.
Reflect.set(globalThis, "__zod_globalConfig", { jitless: true });

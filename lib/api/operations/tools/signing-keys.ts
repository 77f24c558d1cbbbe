import { actingWriter } from "@/lib/api/acting-writer";
import { operationsOf } from "@/lib/api/operation";
import { signingKeyContracts } from "@/lib/wire/contracts/connections/tool-signing-keys";

/** `/.well-known/jwks.json` for tool servers, and `/mcp/signing_keys` for administrators. */
export const signingKeyOperations = operationsOf(signingKeyContracts, {
  published: async ({ services }) => ({
    body: { keys: await services.toolSigner.publicKeys() },
    headers: { "cache-control": "no-store" },
  }),
  list: async ({ services }) => {
    const keys = await services.toolSigner.keys();
    return {
      body: { data: keys.map(({ kid, state, createdAt }) => ({ kid, state, created_at: createdAt.toISOString() })) },
    };
  },
  rotate: async (context) => {
    const { services, caller } = context;
    return { body: await services.toolSigner.rotate(actingWriter(context), caller.actor) };
  },
});

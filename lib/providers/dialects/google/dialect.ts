import type { Adapter, Dialect } from "../../adapter";
import { translatedRoutes } from "../translated-routes";
import type { GoogleDoor } from "./door";
import { embeddingsOver } from "./embeddings";
import { googleNative } from "./native";
import { GOOGLE_ROUTES } from "./routes";
import { countAtGoogle } from "./upstream/count";
import { BATCH, embeddingsAtGoogle, type EmbeddingForm } from "./upstream/embeddings";
import { googleUpstream } from "./upstream/half";

/** Google's dialect at the addresses of a door, whose models embed in this form. */
export function googleDialect(label: string, door: GoogleDoor, form: EmbeddingForm): Dialect {
  const half = googleUpstream(door);
  const native = googleNative(door);
  const embeddings = embeddingsAtGoogle(door, form);
  const embed = form === BATCH ? native : embeddingsOver(embeddings);
  const adapters: ReadonlyMap<string, Adapter> = new Map([
    ...translatedRoutes(half),
    ["/messages/count_tokens", countAtGoogle(door, half)],
    ["/embeddings", embeddings],
    [GOOGLE_ROUTES.generate, native],
    [GOOGLE_ROUTES.stream, native],
    [GOOGLE_ROUTES.count, native],
    [GOOGLE_ROUTES.embed, embed],
    [GOOGLE_ROUTES.embedBatch, embed],
  ]);
  return { label, adapterFor: (route) => adapters.get(route) };
}

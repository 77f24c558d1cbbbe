import type { Adapter, Dialect } from "../../adapter";
import { openAiAdapter, withDoor } from "../../openai";
import { embeddingsOver } from "../google/embeddings";
import { GOOGLE_ROUTES } from "../google/routes";
import { translatedRoutes } from "../translated-routes";
import { cohereDoor } from "./door";
import { cohereEmbeddings } from "./embeddings";
import { cohereUpstream } from "./upstream/half";

const googleEmbeddings = embeddingsOver(cohereEmbeddings);
const routes: ReadonlyMap<string, Adapter> = new Map([
  ...translatedRoutes(cohereUpstream),
  ["/embeddings", cohereEmbeddings],
  [GOOGLE_ROUTES.embed, googleEmbeddings],
  [GOOGLE_ROUTES.embedBatch, googleEmbeddings],
  // The route is Cohere's own, so its bytes pass (docs.cohere.com/reference/rerank).
  ["/rerank", withDoor(openAiAdapter, cohereDoor)],
]);

/** Cohere's own dialect, version 2. */
export const cohereDialect: Dialect = { label: "Cohere", adapterFor: (route) => routes.get(route) };

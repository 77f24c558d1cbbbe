import type { Operation } from "@/lib/api/operation";
import { claimCatalogueOperation } from "./claim-catalogue";
import { configOperations } from "./config";
import { explainOperations } from "./explain";
import { issuerTrafficOperations } from "./issuer-traffic";
import { loginOperations } from "./login";
import { matrixOperations } from "./matrix";
import { matrixCalls } from "./matrix-calls";
import { ownPlayground, playgroundOperations } from "./playground";
import { providerOperations } from "./provider";
import { refusalSeries } from "./refusal-series";
import { refusalOperations } from "./refusals";
import { replayOperations } from "./replay";

/** The operations of access: its settings, explanations, refusals and tests. */
export const ACCESS_OPERATIONS: readonly Operation[] = [
  ...configOperations,
  ...issuerTrafficOperations,
  ...explainOperations,
  ...replayOperations,
  claimCatalogueOperation,
  ...playgroundOperations,
  ownPlayground,
  ...refusalOperations,
  refusalSeries,
  ...matrixOperations,
  matrixCalls,
  ...providerOperations,
  ...loginOperations,
];

import type { Operation } from "@/lib/api/operation";
import { modelOperations } from "./calls";
import { credentialOperations } from "./credentials";
import { googleOperations } from "./google/operations";
import { messageOperations } from "./messages";
import { modelCatalogueOperations } from "./model-catalogue";
import { modelChangeOperations } from "./model-changes";
import { modelListOperations } from "./model-list";
import { modelTestOperation } from "./model-test";
import { priceOperations } from "./prices";
import { responseOperations } from "./responses";

/** The operations of calls of models, the model list, its credentials and prices. */
export const MODEL_OPERATIONS: readonly Operation[] = [
  ...modelOperations,
  ...modelListOperations,
  ...modelCatalogueOperations,
  ...modelChangeOperations,
  modelTestOperation,
  ...credentialOperations,
  ...messageOperations,
  ...googleOperations,
  ...responseOperations,
  ...priceOperations,
];

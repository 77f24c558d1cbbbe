import type { Contract } from "../contract";
import { alertingContracts } from "./alerting";
import { auditContracts } from "./audit";
import { configContracts } from "./config";
import { endUserContracts } from "./end-users";
import { decisionContracts } from "./decisions";
import { googleModelContracts } from "./google-models";
import { healthContracts } from "./health";
import { journalContract } from "./journal";
import { keyContracts } from "./keys";
import { metricsContract } from "./metrics";
import { modelContracts, usableModelContracts } from "./models";
import { organizationContracts } from "./organizations";
import { playgroundContracts } from "./playground";
import { priceContracts } from "./prices";
import { providerKeyContracts } from "./provider-keys";
import { publicContracts } from "./public";
import { refusalContracts } from "./refusals";
import { requestContracts } from "./requests";
import { searchContract } from "./search";
import { sessionContracts } from "./sessions";
import { sinksContract } from "./sinks";
import { spendContracts } from "./spend";
import { teamContracts, teamMemberContracts } from "./teams";
import { trafficContract } from "./traffic";
import { userContracts } from "./users";

/** Every contract. Operations without one are model calls, whose bodies belong to the dialects. */
export const CONTRACTS: readonly Contract[] = [
  ...Object.values(usableModelContracts),
  ...Object.values(googleModelContracts),
  ...Object.values(modelContracts),
  ...Object.values(teamContracts),
  ...Object.values(teamMemberContracts),
  ...Object.values(userContracts),
  ...Object.values(organizationContracts),
  ...Object.values(endUserContracts),
  ...Object.values(keyContracts),
  searchContract,
  ...Object.values(configContracts),
  ...Object.values(spendContracts),
  ...Object.values(requestContracts),
  journalContract,
  sinksContract,
  ...Object.values(priceContracts),
  ...Object.values(auditContracts),
  ...Object.values(sessionContracts),
  ...Object.values(decisionContracts),
  ...Object.values(playgroundContracts),
  ...Object.values(refusalContracts),
  ...Object.values(providerKeyContracts),
  ...Object.values(publicContracts),
  trafficContract,
  ...Object.values(healthContracts),
  metricsContract,
  ...Object.values(alertingContracts),
];

/** The contract of a method and a canonical path; undefined: the path is a model call, or unknown. */
export function contractOf(method: string, path: string): Contract | undefined {
  return CONTRACTS.find((contract) => contract.method === method && contract.path === path);
}

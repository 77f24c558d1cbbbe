import { adminRouteCases } from "./cases/admin-route.cases";
import { adminCases } from "./cases/admin.cases";
import type { DecisionCase } from "./cases/case";
import { chosenTeamCases } from "./cases/chosen-team.cases";
import { chosenOrganizationCases } from "./cases/chosen-organization.cases";
import { claimExpressionCases } from "./cases/claim-expression.cases";
import { claimCases } from "./cases/claim.cases";
import { credentialCases } from "./cases/credentials.cases";
import { defaultTeamCases } from "./cases/default-team.cases";
import { emailDomainCases } from "./cases/email-domain.cases";
import { endUserCases } from "./cases/end-user.cases";
import { groupMappingCases } from "./cases/group-mapping.cases";
import { groupCases } from "./cases/group.cases";
import { groupOverageCases } from "./cases/group-overage.cases";
import { hostedToolCases } from "./cases/hosted-tool.cases";
import { issuerCases } from "./cases/issuer.cases";
import { keyGenerationCases } from "./cases/key-generation.cases";
import { keyMakerCases } from "./cases/key-maker.cases";
import { membershipCases } from "./cases/membership.cases";
import { objectCases } from "./cases/object.cases";
import { organizationCases } from "./cases/organization.cases";
import { roleMappingCases } from "./cases/role-mapping.cases";
import { rolePermissionCases } from "./cases/role-permission.cases";
import { roleCases } from "./cases/role.cases";
import { scopeCases } from "./cases/scope.cases";
import { teamAdministratorCases } from "./cases/team-administrator.cases";
import { serviceAccountCases } from "./cases/service-account.cases";
import { teamRouteCases } from "./cases/team-route.cases";
import { teamCases } from "./cases/team.cases";
import { toolCases } from "./cases/tool.cases";
import { userCases } from "./cases/user.cases";
import { viewerCases } from "./cases/viewer.cases";

/**
 * The rules case by case. The same table runs against the pure function and against both doors
 * (e2e/decisions/decisions.database.test.ts).
 */
export const DECISION_CASES: readonly DecisionCase[] = [
  ...credentialCases,
  ...keyMakerCases,
  ...keyGenerationCases,
  ...adminCases,
  ...adminRouteCases,
  ...viewerCases,
  ...teamCases,
  ...teamRouteCases,
  ...teamAdministratorCases,
  ...groupCases,
  ...groupOverageCases,
  ...groupMappingCases,
  ...defaultTeamCases,
  ...chosenTeamCases,
  ...membershipCases,
  ...userCases,
  ...serviceAccountCases,
  ...organizationCases,
  ...chosenOrganizationCases,
  ...endUserCases,
  ...emailDomainCases,
  ...roleCases,
  ...objectCases,
  ...roleMappingCases,
  ...rolePermissionCases,
  ...scopeCases,
  ...claimCases,
  ...claimExpressionCases,
  ...issuerCases,
  ...toolCases,
  ...hostedToolCases,
];

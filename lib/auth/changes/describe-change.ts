import { quote } from "@/lib/quote";
import type { Change } from "./change";

/** Describes a change as the second half of "It would be allowed if ...". */
export function describeChange(change: Change): string {
  switch (change.kind) {
    case "add-group":
      return `the token's groups named the team ${quote(change.team)}`;
    case "name-team":
      return `the token named the team ${quote(change.team)} in ${quote(change.claim)}`;
    case "add-member":
      return `the user ${quote(change.user)} were a member of the team ${quote(change.team)}`;
    case "make-viewer":
      return `the record of the user ${quote(change.user)} had the role proxy_admin_viewer`;
    case "make-team-administrator":
      return `the user ${quote(change.user)} were an administrator of the team ${quote(change.team)}`;
    case "ask-for-no-team":
      return `x-gateway-team-id did not ask for the team ${quote(change.team)}`;
    case "choose-organization":
      return `x-gateway-organization-id asked for the organisation ${quote(change.id)}`;
    case "ask-for-no-organization":
      return `x-gateway-organization-id did not ask for the organisation ${quote(change.id)}`;
    case "name-no-end-user":
      return `the body did not name the end user ${quote(change.id)}`;
    case "name-email":
      return `the token named a verified e-mail in ${change.domain}`;
    case "verify-email":
      return `the provider had verified the e-mail ${quote(change.email)}`;
    case "add-role":
      return change.role.includes("*")
        ? `the token carried a role that matches ${quote(change.role)}`
        : `the token carried the role ${quote(change.role)}`;
    case "add-scope":
      return `the token carried the scope ${quote(change.scope)}`;
    case "map-role":
      return `role_mappings mapped the role ${quote(change.role)} to ${change.internalRole}`;
    case "map-group":
      return `group_mappings mapped the group ${quote(change.group)} to the team ${quote(change.team)}`;
    case "map-scope":
      return `scope_mappings listed ${quote(change.model)} under the scope ${quote(change.scope)}`;
    case "unblock":
      return `the ${change.entity.replace("_", " ")} ${quote(change.id)} were not blocked`;
    case "renew-key":
      return "the key had not expired";
    case "allow-admin":
      return `allow_admin were true for the issuer ${quote(change.issuer)}`;
    case "create-team":
      return `there were a team ${quote(change.id)}`;
    case "create-user":
      return `there were a user ${quote(change.id)}`;
    case "allow-route":
      return `${change.list === "allowed_routes" ? "the key's allowed_routes" : change.list} named ${quote(change.route)}`;
    case "allow-model":
      return `the models of the ${change.holder} ${quote(change.id)} included ${quote(change.model)}`;
  }
}

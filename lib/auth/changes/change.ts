import type { InternalRole } from "@/lib/config/schema";

export type Holder = "key" | "role" | "role mapping" | "team" | "user" | "organization";

/** One change to the token, the database or the settings. */
export type Change =
  | { readonly kind: "add-group"; readonly team: string }
  | { readonly kind: "name-team"; readonly team: string; readonly claim: string }
  | { readonly kind: "add-member"; readonly user: string; readonly team: string }
  | { readonly kind: "make-viewer"; readonly user: string }
  | { readonly kind: "make-team-administrator"; readonly user: string; readonly team: string }
  | { readonly kind: "ask-for-no-team"; readonly team: string }
  | { readonly kind: "choose-organization"; readonly id: string }
  | { readonly kind: "ask-for-no-organization"; readonly id: string }
  | { readonly kind: "name-no-end-user"; readonly id: string }
  | { readonly kind: "name-email"; readonly domain: string }
  | { readonly kind: "verify-email"; readonly email: string }
  | { readonly kind: "add-role"; readonly role: string }
  | { readonly kind: "add-scope"; readonly scope: string }
  | { readonly kind: "map-role"; readonly role: string; readonly internalRole: InternalRole }
  | { readonly kind: "map-group"; readonly group: string; readonly team: string }
  | { readonly kind: "map-scope"; readonly scope: string; readonly model: string }
  | {
      readonly kind: "unblock";
      readonly entity: "key" | "team" | "user" | "organization" | "end_user";
      readonly id: string;
    }
  | { readonly kind: "renew-key"; readonly id: string }
  | { readonly kind: "allow-admin"; readonly issuer: string }
  | { readonly kind: "create-team"; readonly id: string }
  | { readonly kind: "create-user"; readonly id: string }
  | {
      readonly kind: "allow-route";
      readonly list:
        | "admin_allowed_routes"
        | "team_admin_allowed_routes"
        | "team_allowed_routes"
        | "role_permissions"
        | "role_mappings"
        | "allowed_routes";
      readonly route: string;
    }
  | { readonly kind: "allow-model"; readonly holder: Holder; readonly id: string; readonly model: string };

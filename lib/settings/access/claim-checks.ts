import type { Fault, Path } from "@/lib/config/finding";
import type { JwtAuthSettings } from "@/lib/config/schema";
import { settingsOfAll } from "../issuer-checks";
import { claimPathFaults } from "./claim-path-checks";

type ClaimField =
  | "roles_jwt_field"
  | "user_id_jwt_field"
  | "object_id_jwt_field"
  | "user_email_jwt_field"
  | "team_ids_jwt_field";

/**
 * The faults of settings that depend on claims: claims that no setting names, e-mails that may be unverified, and
 * misleading paths.
 */
export function claimFaults(settings: JwtAuthSettings, base: Path): Fault[] {
  return [...unreadFaults(settings, base), ...emailFaults(settings, base), ...claimPathFaults(settings, base)];
}

/** Faults of settings that depend on a claim which no setting names. An issuer's own claim fields count too. */
function unreadFaults(settings: JwtAuthSettings, base: Path): Fault[] {
  const needs: [setting: keyof JwtAuthSettings, isOn: boolean, fields: readonly ClaimField[]][] = [
    ["email_verified_required", settings.email_verified_required === true, ["user_email_jwt_field"]],
    ["user_id_upsert", settings.user_id_upsert, ["user_id_jwt_field", "object_id_jwt_field", "user_email_jwt_field"]],
    ["sync_user_teams", settings.sync_user_teams, ["team_ids_jwt_field"]],
  ];
  const isNamed = (field: ClaimField): boolean => settingsOfAll(settings).some((fields) => fields[field] !== undefined);
  const adminRole: Fault = {
    number: "C077",
    path: [...base, "admin_jwt_role"],
    at: "key",
    message: "makes nobody an administrator while roles_jwt_field is not set",
    fix: "name the claim that holds the roles: roles_jwt_field: roles",
  };
  const missing = needs.flatMap(([setting, isOn, fields]): Fault[] => {
    if (!isOn || fields.some(isNamed)) return [];
    const [first = ""] = fields;
    return [
      {
        number: "C049",
        path: [...base, setting],
        at: "key",
        message: `has no effect while ${fields.join(" and ")} ${fields.length === 1 ? "is" : "are"} not set`,
        fix: `name the claim: ${first}`,
      },
    ];
  });
  return settings.admin_jwt_role === undefined || isNamed("roles_jwt_field") ? missing : [...missing, adminRole];
}

/**
 * The fault of an e-mail domain: no setting names the claim of the e-mail, or tokens may leave open whether it is
 * verified.
 */
function emailFaults(settings: JwtAuthSettings, base: Path): Fault[] {
  const { email_verified_required: required } = settings;
  if (settings.user_allowed_email_domain === undefined) return [];
  const location = { path: [...base, "user_allowed_email_domain"], at: "key" } as const;
  const isRead = settingsOfAll(settings).some((fields) => fields.user_email_jwt_field !== undefined);
  if (!isRead) {
    return [
      {
        ...location,
        number: "C078",
        message: "refuses every caller known only as a user while user_email_jwt_field is not set",
        fix: "name the claim: user_email_jwt_field: email",
      },
    ];
  }
  if (required !== undefined) return [];
  return [
    {
      ...location,
      number: "C079",
      message: "an e-mail also counts in tokens that do not say whether it is verified",
      fix: "set email_verified_required: true, or false if your provider verifies every e-mail without saying so",
    },
  ];
}

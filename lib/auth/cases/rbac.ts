import type { RoleMapping } from "@/lib/config/schema";
import { jwt } from "./case";

const mapping = (role: string, internal_role: RoleMapping["internal_role"]): RoleMapping => ({ role, internal_role });

/** Role-based access with one role for each internal role; the object id is in `oid`. */
export const rbac = {
  enforce_rbac: true,
  roles_jwt_field: "roles",
  object_id_jwt_field: "oid",
  role_mappings: [mapping("app", "team"), mapping("person", "internal_user"), mapping("boss", "proxy_admin")],
};

/** Tokens that carry the role of a team, a user and an administrator. */
export const app = jwt({ oid: "x", roles: ["app"] });
export const person = jwt({ oid: "x", roles: ["person"] });
export const boss = jwt({ oid: "x", roles: ["boss"] });

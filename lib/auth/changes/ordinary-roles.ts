import type { InternalRole } from "@/lib/config/schema";

/** Roles suggested for a model call. Administrator is not one of them: a team or a user is enough. */
export const ORDINARY_ROLES = ["internal_user", "team"] as const satisfies InternalRole[];

import type { Team } from "@/lib/wire/team";

export type Member = Team["members_with_roles"][number];

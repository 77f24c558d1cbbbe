import { toFinding, type Finding } from "@/lib/config/finding";
import type { Observer } from "@/lib/gateway/observer";

/** Notes what calls show about the configuration that its check cannot know. */
export function createFindingObserver(note: (finding: Finding) => void): Observer {
  return {
    decided({ code }) {
      if (code === "group_overage") note(GROUP_OVERAGE);
    },
  };
}

const GROUP_OVERAGE = toFinding({
  number: "C133",
  path: ["general_settings", "gateway_jwtauth", "group_overage"],
  at: "nowhere",
  message: "a caller in too many groups was refused, because the token leaves the groups out",
  fix: "let Entra ID write only the groups assigned to the application, or set group_overage: graph with microsoft_graph",
});

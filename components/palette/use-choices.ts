"use client";
import {
  BookOpen,
  Building2,
  Contact,
  FileKey2,
  KeyRound,
  LayoutDashboard,
  ListTree,
  LogOut,
  type LucideIcon,
  Monitor,
  Moon,
  Plus,
  Scale,
  ScrollText,
  Server,
  Sun,
  UserRound,
  Users,
  Wrench,
} from "lucide-react";
import { NAVIGATION } from "@/components/shell/navigation";
import { fitting } from "./commands";
import { mayBeSecret, recognise } from "./pasted";
import { type Result, useResults } from "./use-results";
import { type Verb, verbIn } from "./verbs";

/** One line of the palette, and what choosing it does. A secret is never a part of a key, a label or an address. */
export type Choice = {
  readonly key: string;
  readonly group: string;
  readonly label: string;
  readonly detail?: string | undefined;
  readonly icon?: LucideIcon | undefined;
} & (
  | { readonly act: "go"; readonly path: string }
  | { readonly act: "theme"; readonly theme: "light" | "dark" | "system" }
  | { readonly act: "sign_out" }
  | { readonly act: "find_key" | "explain_token"; readonly secret: string }
);

const PAGES = NAVIGATION.flatMap(({ heading, items }) =>
  items.map(({ href, label, icon }) => ({ label, also: heading, icon, path: href })),
);

/** The actions. `changes`: left out for accounts that may only look. */
const ACTIONS = [
  { label: "New team", also: "create add", icon: Plus, path: "/console/teams?new=1", changes: true },
  { label: "New user", also: "create add", icon: Plus, path: "/console/users?new=1", changes: true },
  { label: "New organisation", also: "create add", icon: Plus, path: "/console/organizations?new=1", changes: true },
  { label: "New end user", also: "create add", icon: Plus, path: "/console/end-users?new=1", changes: true },
  { label: "New model", also: "create add entry", icon: Plus, path: "/console/models?new=1", changes: true },
  { label: "New credential", also: "create add", icon: Plus, path: "/console/credentials?new=1", changes: true },
  { label: "New tool server", also: "create add mcp", icon: Plus, path: "/console/tools?new=1", changes: true },
  { label: "New dashboard", also: "create add charts", icon: Plus, path: "/console/dashboards?new=1", changes: true },
  { label: "Generate key", also: "create add new", icon: KeyRound, path: "/console/keys?new=1", changes: true },
  { label: "Explain a request", also: "why refused denied", icon: Scale, path: "/console/explain", changes: false },
  {
    label: "Who may use what",
    also: "access matrix models",
    icon: Scale,
    path: "/console/access?tab=matrix",
    changes: false,
  },
];

/** What can be done on every page. */
const COMMANDS = [
  { label: "Light theme", also: "colour bright", icon: Sun, act: "theme", theme: "light" },
  { label: "Dark theme", also: "colour night", icon: Moon, act: "theme", theme: "dark" },
  { label: "Theme of the system", also: "colour", icon: Monitor, act: "theme", theme: "system" },
  { label: "Sign out", also: "log logout leave", icon: LogOut, act: "sign_out" },
] as const;

const ICONS: Readonly<Record<string, LucideIcon>> = {
  Teams: Users,
  Users: UserRound,
  Organisations: Building2,
  Keys: KeyRound,
  "End users": Contact,
  Models: ListTree,
  Deployments: Server,
  Issuers: FileKey2,
  "Tool servers": Wrench,
  Tools: Wrench,
  Dashboards: LayoutDashboard,
  Documentation: BookOpen,
};

/** The choices for a text: what was pasted, or pages and actions that fit and entities that the gateway finds. */
export function useChoices(
  text: string,
  readOnly: boolean,
): { readonly choices: readonly Choice[]; readonly isBusy: boolean; readonly error: Error | undefined } {
  const said = readOnly ? undefined : verbIn(text);
  const { results, isBusy, error } = useResults(said?.name ?? text);
  const pasted = pastedChoice(text);
  if (pasted) return { choices: [pasted], isBusy: false, error: undefined };
  if (mayBeSecret(text)) return { choices: [], isBusy: false, error: undefined };
  const actions = ACTIONS.filter(({ changes }) => !changes || !readOnly);
  const choices: Choice[] = [
    ...(said ? verbChoices(said.verb, results) : []),
    ...fitting(text, PAGES).map(({ label, icon, path }) => ({
      key: path,
      group: "Pages",
      label,
      icon,
      path,
      act: "go" as const,
    })),
    ...fitting(text, actions).map(({ label, icon, path }) => ({
      key: label,
      group: "Actions",
      label,
      icon,
      path,
      act: "go" as const,
    })),
    ...(text.trim() === "" ? [] : fitting(text, COMMANDS)).map((command) => ({
      ...command,
      key: command.label,
      group: "Commands",
    })),
    ...results.map(({ group, label, detail, path }) => ({
      key: `${group} ${path}`,
      group,
      label,
      detail,
      path,
      icon: ICONS[group],
      act: "go" as const,
    })),
    ...idChoice(text),
  ];
  return { choices, isBusy, error };
}

/** The verb on each of the results that it can be done to. */
function verbChoices({ act, label: verb, groups }: Verb, results: readonly Result[]): Choice[] {
  return results
    .filter(({ group }) => groups.includes(group))
    .map(({ group, label, detail, path }) => ({
      key: `${act} ${path}`,
      group: `${verb} one of the ${group.toLowerCase()}`,
      label: `${verb} ${label}`,
      detail,
      icon: ICONS[group],
      act: "go",
      path: `${path}&act=${act}`,
    }));
}

function pastedChoice(text: string): Choice | undefined {
  const pasted = recognise(text);
  if (pasted === undefined) return undefined;
  const common = { key: pasted.kind, group: "Pasted" };
  switch (pasted.kind) {
    case "decision":
      return { ...common, label: "Explain this refusal", icon: Scale, act: "go", path: pasted.path };
    case "call":
      return { ...common, label: "Open this call", icon: ScrollText, act: "go", path: pasted.path };
    case "key":
      return { ...common, label: "Open the page of this key", icon: KeyRound, act: "find_key", secret: pasted.secret };
    case "token":
      return { ...common, label: "Explain this token", icon: Scale, act: "explain_token", secret: pasted.secret };
  }
}

/** The choice to search calls by an id, for a word that may be the id of a request or a trace. */
function idChoice(text: string): Choice[] {
  const id = text.trim();
  if (!/^[\w.:-]{8,128}$/.test(id) || !/\d/.test(id)) return [];
  return [
    {
      key: "any id",
      group: "Ids",
      label: "Calls with this call, request or trace id",
      icon: ScrollText,
      act: "go",
      path: `/console/requests?any_id=${encodeURIComponent(id)}`,
    },
  ];
}

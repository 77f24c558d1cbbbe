import {
  BellRing,
  BookOpen,
  BookText,
  Building2,
  ChartColumn,
  CircleDollarSign,
  Contact,
  FileClock,
  FileKey2,
  FlaskConical,
  Gauge,
  Inbox,
  KeyRound,
  LayoutDashboard,
  ListTree,
  LockKeyhole,
  type LucideIcon,
  MonitorSmartphone,
  Plug,
  Scale,
  ScrollText,
  Settings2,
  ShieldCheck,
  UserRound,
  Users,
  Wallet,
  Wrench,
} from "lucide-react";

export interface NavigationItem {
  readonly href: string;
  readonly label: string;
  readonly icon: LucideIcon;
  /** Paths of the pages about a single row of this page's list. */
  readonly details?: readonly string[];
}

/** Whether a path belongs to a page or one of its `details`. */
export function isCurrent({ href, details = [] }: NavigationItem, path: string): boolean {
  const below = (of: string) => path === of || path.startsWith(`${of}/`);
  return href === "/console" ? path === href : [href, ...details].some(below);
}

export const NAVIGATION: readonly {
  readonly heading: string | undefined;
  readonly items: readonly NavigationItem[];
}[] = [
  { heading: undefined, items: [{ href: "/console", label: "Overview", icon: Gauge }] },
  {
    heading: "Identity",
    items: [
      { href: "/console/teams", label: "Teams", icon: Users, details: ["/console/team"] },
      { href: "/console/users", label: "Users", icon: UserRound, details: ["/console/user"] },
      {
        href: "/console/organizations",
        label: "Organisations",
        icon: Building2,
        details: ["/console/organization"],
      },
      { href: "/console/end-users", label: "End users", icon: Contact, details: ["/console/end-user"] },
      { href: "/console/keys", label: "Keys", icon: KeyRound, details: ["/console/key"] },
      { href: "/console/access", label: "Access", icon: ShieldCheck },
      { href: "/console/explain", label: "Explain", icon: Scale },
      {
        href: "/console/providers",
        label: "Sign-in providers",
        icon: FileKey2,
        details: ["/console/issuer", "/console/login"],
      },
    ],
  },
  {
    heading: "Routing",
    items: [
      { href: "/console/models", label: "Models", icon: ListTree, details: ["/console/model", "/console/deployment"] },
      { href: "/console/tools", label: "Tools", icon: Wrench, details: ["/console/server"] },
      { href: "/console/connections", label: "My connections", icon: Plug },
      { href: "/console/credentials", label: "Credentials", icon: LockKeyhole },
      { href: "/console/prices", label: "Prices", icon: CircleDollarSign },
      { href: "/console/playground", label: "Playground", icon: FlaskConical },
    ],
  },
  {
    heading: "Usage",
    items: [
      {
        href: "/console/dashboards",
        label: "Dashboards",
        icon: LayoutDashboard,
        details: ["/console/dashboard"],
      },
      { href: "/console/spend", label: "Spend", icon: ChartColumn },
      { href: "/console/budgets", label: "Budgets", icon: Wallet },
      { href: "/console/requests", label: "Requests", icon: ScrollText },
      { href: "/console/refusals", label: "Refusals", icon: Inbox },
    ],
  },
  {
    heading: "Gateway",
    items: [
      { href: "/console/alerts", label: "Alerts", icon: BellRing },
      { href: "/console/sessions", label: "Sessions", icon: MonitorSmartphone },
      { href: "/console/audit", label: "Audit log", icon: FileClock },
      { href: "/console/settings", label: "Settings", icon: Settings2 },
      { href: "/console/reference", label: "API reference", icon: BookText },
      { href: "/console/docs", label: "Documentation", icon: BookOpen },
    ],
  },
];

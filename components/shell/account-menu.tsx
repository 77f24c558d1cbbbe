"use client";
import { ExternalLink, LogOut } from "lucide-react";
import { Menu, MenuItem, MenuLabel, MenuLink, MenuSeparator } from "@/components/ui/menu";
import { useConsoleLook } from "./console-look";
import { signOut } from "./sign-out";
import { PlainButton } from "@/components/ui/plain-button";

/** Who is signed in and how, the links of the settings, and the button that signs out. */
export function AccountMenu({ name, detail }: { name: string; detail: string }) {
  const { links } = useConsoleLook();
  return (
    <Menu
      trigger={
        <PlainButton
          data-account
          aria-label={`Account: ${name}`}
          className="flex h-8 items-center gap-2 rounded-md px-1.5 hover:bg-hover"
        >
          <span
            className="grid size-6 place-items-center rounded-full bg-accent-soft text-meta font-semibold text-accent-text"
            aria-hidden
          >
            {name.slice(0, 1).toUpperCase()}
          </span>
          <span className="hidden max-w-52 truncate font-medium sm:block">{name}</span>
        </PlainButton>
      }
    >
      <MenuLabel>
        <span className="block max-w-60 truncate font-medium text-ink">{name}</span>
        {detail}
      </MenuLabel>
      <MenuSeparator />
      {links.map(({ label, url }) => (
        <MenuLink key={`${label} ${url}`} href={url}>
          <ExternalLink className="size-4" aria-hidden /> {label}
        </MenuLink>
      ))}
      {links.length > 0 && <MenuSeparator />}
      <MenuItem onSelect={() => void signOut()}>
        <LogOut className="size-4" aria-hidden /> Sign out
      </MenuItem>
    </Menu>
  );
}

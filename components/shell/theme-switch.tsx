"use client";
import { Monitor, Moon, Sun } from "lucide-react";
import { useTheme } from "next-themes";
import { buttonClasses } from "@/components/ui/button";
import { Menu, MenuItem } from "@/components/ui/menu";
import { PlainButton } from "@/components/ui/plain-button";

/** Chooses the theme: light, dark or the system's. CSS picks the icon, so the server's page has the right one. */
export function ThemeSwitch() {
  const { setTheme } = useTheme();
  return (
    <Menu
      trigger={
        <PlainButton aria-label="Colour theme" className={buttonClasses("ghost", "icon")}>
          <Sun className="size-4 dark:hidden" aria-hidden />
          <Moon className="hidden size-4 dark:block" aria-hidden />
        </PlainButton>
      }
    >
      <MenuItem onSelect={() => setTheme("light")}>
        <Sun className="size-4" aria-hidden /> Light
      </MenuItem>
      <MenuItem onSelect={() => setTheme("dark")}>
        <Moon className="size-4" aria-hidden /> Dark
      </MenuItem>
      <MenuItem onSelect={() => setTheme("system")}>
        <Monitor className="size-4" aria-hidden /> System
      </MenuItem>
    </Menu>
  );
}

"use client";
import { Check } from "lucide-react";
import * as RadixMenu from "radix-ui/dropdown-menu";
import { type ComponentProps, type ReactElement, type ReactNode, useRef } from "react";
import { addressOf } from "@/components/api/address";
import { classNames } from "../class-names";
import { Link } from "../link";

export interface MenuProps {
  /** The button that opens it. */
  readonly trigger: ReactElement<ComponentProps<"button">>;
  readonly children: ReactNode;
  readonly align?: "start" | "end";
  /** Called when the menu has closed. Its focus returns to the button unless this prevents it. */
  readonly onClosed?: (event: Event) => void;
}

/** The menu itself, open from the start. `byKeyboard`: the first item has the focus. */
export function OpenMenu({
  trigger,
  children,
  align = "end",
  onClosed,
  byKeyboard,
}: MenuProps & { readonly byKeyboard: boolean }) {
  const isFirst = useRef(byKeyboard);
  const focusFirst = (content: HTMLElement | null): void => {
    if (isFirst.current) content?.querySelector<HTMLElement>('[role^="menuitem"]')?.focus();
    isFirst.current = false;
  };
  return (
    <RadixMenu.Root defaultOpen>
      <RadixMenu.Trigger asChild>{trigger}</RadixMenu.Trigger>
      <RadixMenu.Portal>
        <RadixMenu.Content
          ref={focusFirst}
          align={align}
          sideOffset={6}
          collisionPadding={8}
          {...(onClosed && { onCloseAutoFocus: onClosed })}
          className="z-50 min-w-44 max-h-(--radix-dropdown-menu-content-available-height) animate-rise overflow-y-auto rounded-lg border bg-raised p-1 shadow-high"
        >
          {children}
        </RadixMenu.Content>
      </RadixMenu.Portal>
    </RadixMenu.Root>
  );
}

export function MenuItem({ children, onSelect, tone }: { children: ReactNode; onSelect: () => void; tone?: "danger" }) {
  return (
    <RadixMenu.Item
      onSelect={onSelect}
      className={classNames(
        "flex h-8 cursor-pointer items-center gap-2 rounded-md px-2 outline-none select-none data-[highlighted]:bg-hover",
        tone === "danger" ? "text-bad" : "text-ink",
      )}
    >
      {children}
    </RadixMenu.Item>
  );
}

/** A link in a menu to a path of the gateway, or to another site. `download`: its answer is saved as a file. */
export function MenuLink({ children, href, download }: { children: ReactNode; href: string; download?: boolean }) {
  const leaves = /^https?:/.test(href);
  return (
    <RadixMenu.Item asChild>
      <a
        href={leaves ? href : addressOf(href)}
        {...(leaves && { target: "_blank", rel: "noreferrer" })}
        download={download}
        className="flex h-8 cursor-pointer items-center gap-2 rounded-md px-2 text-ink outline-none select-none data-[highlighted]:bg-hover"
      >
        {children}
      </a>
    </RadixMenu.Item>
  );
}

/** A link in a menu to a page of the console, in as many lines as it needs. */
export function MenuPage({ children, href }: { children: ReactNode; href: string }) {
  return (
    <RadixMenu.Item asChild>
      <Link
        href={href}
        prefetch={false}
        className="flex min-h-8 cursor-pointer items-center gap-2.5 rounded-md px-2 py-1.5 text-ink outline-none select-none data-[highlighted]:bg-hover"
      >
        {children}
      </Link>
    </RadixMenu.Item>
  );
}

/** A choice that can be on or off. The menu stays open. */
export function MenuCheck({
  children,
  checked,
  onChange,
}: {
  children: ReactNode;
  checked: boolean;
  onChange: (checked: boolean) => void;
}) {
  return (
    <RadixMenu.CheckboxItem
      checked={checked}
      onCheckedChange={onChange}
      onSelect={(event) => event.preventDefault()}
      className="flex h-8 cursor-pointer items-center gap-2 rounded-md px-2 text-ink outline-none select-none data-[highlighted]:bg-hover"
    >
      <span className="grid size-4 place-items-center rounded border">
        <RadixMenu.ItemIndicator>
          <Check className="size-3" aria-hidden />
        </RadixMenu.ItemIndicator>
      </span>
      {children}
    </RadixMenu.CheckboxItem>
  );
}

export function MenuLabel({ children }: { children: ReactNode }) {
  return <RadixMenu.Label className="px-2 py-1.5 text-meta text-ink-faint">{children}</RadixMenu.Label>;
}

export function MenuSeparator() {
  return <RadixMenu.Separator className="-mx-1 my-1 h-px bg-line" />;
}

import NextLink from "next/link";
import type { ComponentProps } from "react";
import { addressOf } from "@/components/api/address";

/** A link to a page of the console. `href`: its path, without the base path, which Next.js does not know. */
export function Link({ href, ...rest }: Omit<ComponentProps<typeof NextLink>, "href"> & { readonly href: string }) {
  return <NextLink {...rest} href={addressOf(href)} />;
}

import type { Metadata, Viewport } from "next";
import { headers } from "next/headers";
import type { ReactNode } from "react";
import { ICON } from "@/components/shell/icon";
import { ThemeProvider } from "@/components/shell/theme-provider";
import { NONCE } from "@/lib/server/console/nonce";
import { SERVED_AT } from "@/lib/server/console/served-at";
import { FONTS } from "./fonts";
import "./globals.css";

export const metadata: Metadata = {
  title: { default: "Model Gateway", template: "%s · Model Gateway" },
  description: "Identity, routing and spend for language models.",
  icons: { icon: ICON },
  robots: { index: false, follow: false },
};

export const viewport: Viewport = {
  // The page shrinks above a telephone's keyboard, so that the buttons of dialogs stay in sight.
  interactiveWidget: "resizes-content",
  themeColor: [
    { media: "(prefers-color-scheme: light)", color: "#fbfbfc" },
    { media: "(prefers-color-scheme: dark)", color: "#0d0f13" },
  ],
};

export default async function RootLayout({ children }: { children: ReactNode }) {
  // Reading a header makes every page dynamic. A page built ahead could not carry the nonce of its answer.
  const given = await headers();
  const nonce = given.get(NONCE) ?? "";
  return (
    <html lang="en" className={FONTS} suppressHydrationWarning>
      {/* The gateway's time, for browsers whose clock is wrong. */}
      <body data-time={given.get(SERVED_AT) ?? ""}>
        <ThemeProvider nonce={nonce}>{children}</ThemeProvider>
      </body>
    </html>
  );
}

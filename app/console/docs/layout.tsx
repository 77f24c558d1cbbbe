import type { ReactNode } from "react";
import { DocumentsShell } from "@/components/documents/documents-shell";
import { documentsOfVersion } from "./documents-of-version";

/** The documentation needs no sign-in: nothing in it is secret, and whoever has an error's link may have no account. */
export default function Layout({ children }: { children: ReactNode }) {
  return <DocumentsShell groups={documentsOfVersion().groups}>{children}</DocumentsShell>;
}

import { Link } from "@/components/ui/link";

/** A link of the first steps. It opens in a new tab, because the overview holds a secret that is shown once. */
export function TextLink({ href, children }: { href: string; children: string }) {
  return (
    <Link href={href} prefetch={false} target="_blank" className="font-medium text-accent-text hover:underline">
      {children}
    </Link>
  );
}

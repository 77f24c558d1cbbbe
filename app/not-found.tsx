import { Link } from "@/components/ui/link";

export default function NotFound() {
  return (
    <main className="grid min-h-dvh place-items-center px-6 text-center">
      <div>
        <p className="font-mono text-ink-faint">404</p>
        <h1 className="mt-2 text-section font-semibold">There is nothing at this address</h1>
        <p className="mt-1 text-ink-soft">The API lives at its own paths; the console begins at /console.</p>
        <Link href="/console" className="mt-4 inline-block font-medium text-accent-text underline underline-offset-4">
          Open the console
        </Link>
      </div>
    </main>
  );
}

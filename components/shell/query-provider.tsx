"use client";
import { MutationCache, QueryCache, QueryClient, QueryClientProvider } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { type ReactNode, useState } from "react";
import { ApiError } from "@/components/api/client";
import { isPageHeld } from "@/components/api/hold-page";

/** The query cache of the console: answers are fresh for ten seconds, and temporary failures are retried. */
export function QueryProvider({ children }: { children: ReactNode }) {
  const router = useRouter();
  const [client] = useState(() => {
    // The session may have ended, or the account may no longer be an administrator. A refresh lets the server decide.
    const onError = (error: Error): void => {
      const mayHaveEnded = error instanceof ApiError && (error.status === 401 || error.status === 403);
      if (mayHaveEnded && !isPageHeld()) router.refresh();
    };
    return new QueryClient({
      queryCache: new QueryCache({ onError }),
      mutationCache: new MutationCache({ onError }),
      defaultOptions: {
        queries: {
          // The browser's guess whether it is online says nothing about a gateway on the local network, so the request
          // is always sent.
          networkMode: "always",
          staleTime: 10_000,
          retry: (failures, error) =>
            failures < 2 && error instanceof ApiError && (error.status === 0 || error.status >= 500),
        },
        // Otherwise a write would wait silently, and be sent when nobody expects it any more.
        mutations: { networkMode: "always" },
      },
    });
  });
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>;
}

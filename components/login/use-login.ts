"use client";
import { useQuery } from "@tanstack/react-query";
import { callVersioned } from "@/components/api/client";
import { loginContracts } from "@/lib/wire/contracts/sign-in/login";

/** Through which provider people log in, with the version of what is set up here. */
export function useLogin() {
  return useQuery({
    queryKey: [loginContracts.show.path, {}] as const,
    queryFn: ({ signal }) => callVersioned(loginContracts.show, {}, { signal }),
  });
}

import type { Visitor } from "@/lib/wire/sign-in/console-access";
import { Mono } from "@/components/ui/text";

/** The paths to make an account an administrator under the present settings. */
export function AdministratorPaths({ access }: { access: Pick<Visitor, "adminScope" | "adminRoles" | "rolesClaim"> }) {
  const paths = [
    access.adminScope && (
      <>
        its token carries the scope <Name>{access.adminScope}</Name>
      </>
    ),
    access.adminRoles.length > 0 && (
      <>
        the claim <Name>{access.rolesClaim ?? "named by roles_jwt_field"}</Name> holds the role{" "}
        {access.adminRoles.map((role, index) => (
          <span key={role}>
            {index > 0 && " or "}
            <Name>{role}</Name>
          </span>
        ))}
      </>
    ),
  ].filter(Boolean);
  if (paths.length === 0) {
    return (
      <p className="mt-1 text-ink-soft">
        Nothing yet: neither <Name>admin_jwt_scope</Name> nor a role mapped to <Name>proxy_admin</Name> is configured.
        Someone with the master key can sign in with it and map a role.
      </p>
    );
  }
  return (
    <ul className="mt-1 list-disc space-y-1 pl-5 text-ink-soft">
      {paths.map((path, index) => (
        <li key={index}>{path}</li>
      ))}
    </ul>
  );
}

function Name({ children }: { children: string }) {
  return (
    <Mono as="code" className="rounded bg-muted px-1 text-ink">
      {children}
    </Mono>
  );
}

"use client";
import { userContracts } from "@/lib/wire/contracts/users";
import type { Visitor } from "@/lib/wire/sign-in/console-access";
import { useRead } from "@/components/api/use-read";
import { LimitSummary } from "@/components/limits/limit-summary";
import { Facts } from "@/components/shared/facts";
import { ModelList } from "@/components/shared/model-list";
import { StatusBadge } from "@/components/shared/status";
import { Card, CardHeader } from "@/components/ui/card";
import { Mono } from "@/components/ui/text";
import { AskForMore } from "./ask-for-more";
import { OwnPart } from "./own-part";

/** The signed-in account, and its budget and limits if it is a user of the gateway. */
export function OwnUser({
  access,
  userId,
  listsModels,
}: {
  access: Visitor;
  userId: string | undefined;
  /** Whether the page lists the models that they may call: a list without an end would only contradict it. */
  listsModels: boolean;
}) {
  const user = useRead(userContracts.info, { user_id: userId }, { enabled: userId !== undefined });
  return (
    <Card>
      <CardHeader title="You">{user.data && <StatusBadge blocked={user.data.blocked} />}</CardHeader>
      <div className="p-4">
        <Facts
          rows={[
            ["Signed in as", access.name],
            ...(userId === undefined
              ? []
              : [
                  [
                    "User id",
                    <Mono key="id" className="wrap-anywhere">
                      {userId}
                    </Mono>,
                  ] as const,
                ]),
            ["Provider", access.issuer ?? "None"],
            ["Roles", access.roles.join(", ") || "None"],
            ["Scopes", access.scopes.join(", ") || "None"],
            ...(user.data && !(listsModels && user.data.models.length === 0)
              ? [["Models", <ModelList key="models" models={user.data.models} most={30} />] as const]
              : []),
          ]}
        />
      </div>
      {userId !== undefined && (
        <div className="border-t">
          <OwnPart query={user} missing="You have no personal budget or limits.">
            {(data) => (
              <>
                <LimitSummary row={data} />
                <AskForMore type="user" id={userId} limit={data.max_budget} />
              </>
            )}
          </OwnPart>
        </div>
      )}
    </Card>
  );
}

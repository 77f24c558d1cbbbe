import { SpendCell } from "@/components/limits/spend-cell";
import type { BlockRequest } from "@/components/shared/block-dialog";
import { ModelList } from "@/components/shared/model-list";
import { BlockButton, Standing } from "@/components/shared/standing";
import { Cell, HeadCell, OpenButton, Row, Table } from "@/components/ui/table";
import type { Organization } from "@/lib/wire/organization";

export function OrganizationsTable({
  organizations,
  dim,
  onOpen,
  onBlock,
}: {
  organizations: readonly Organization[];
  dim: boolean;
  onOpen: (organizationId: string) => void;
  onBlock: (request: BlockRequest) => void;
}) {
  return (
    <Table label="Organisations" dim={dim}>
      <thead>
        <tr>
          <HeadCell>Organisation</HeadCell>
          <HeadCell className="hidden sm:table-cell">Standing</HeadCell>
          <HeadCell className="hidden md:table-cell">Models</HeadCell>
          <HeadCell align="right">Spend</HeadCell>
          <HeadCell>
            <span className="sr-only">Actions</span>
          </HeadCell>
        </tr>
      </thead>
      <tbody>
        {organizations.map((organization) => {
          const name = organization.organization_alias ?? organization.organization_id;
          return (
            <Row key={organization.organization_id}>
              <Cell>
                <OpenButton name={name} onOpen={() => onOpen(organization.organization_id)} />
                {name !== organization.organization_id && (
                  <span
                    className="block max-w-32 truncate font-mono text-[12px] text-ink-faint sm:max-w-64"
                    title={organization.organization_id}
                  >
                    {organization.organization_id}
                  </span>
                )}
                {organization.blocked && (
                  <span className="sm:hidden">
                    <Standing blocked />
                  </span>
                )}
              </Cell>
              <Cell className="hidden sm:table-cell">
                <Standing blocked={organization.blocked} />
              </Cell>
              <Cell className="hidden md:table-cell">
                <ModelList models={organization.models} />
              </Cell>
              <Cell align="right">
                <SpendCell of={organization} name={name} />
              </Cell>
              <Cell align="right">
                <BlockButton
                  of={{ kind: "organization", id: organization.organization_id, name, blocked: organization.blocked }}
                  onBlock={onBlock}
                />
              </Cell>
            </Row>
          );
        })}
      </tbody>
    </Table>
  );
}

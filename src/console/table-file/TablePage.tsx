import { useLingui } from '@lingui/react/macro';
import { Fragment, type ReactNode, useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { UnsavedChangesPrompt } from '#console/forms/UnsavedChangesPrompt.tsx';
import type { HelpTopic } from '#console/help-topics.ts';
import { HelpLink } from '#console/help/HelpLink.tsx';
import { Page, type PageProps } from '#console/ui/Page.tsx';
import { Section } from '#console/ui/Section.tsx';
import type { Table } from './header.ts';
import { TableInput } from './TableInput.tsx';
import { useTableInput } from './use-table-input.ts';

export interface OpenTable {
  table: Table;
  tableKey: string;
  hasNames: boolean;
  fileName: string;
  setSaved: (isSaved: boolean) => void;
  leave: (path: string) => void;
}

interface Props extends Omit<PageProps, 'actions' | 'children'> {
  tabs?: ReactNode;
  help?: HelpTopic;
  description: ReactNode;
  label: string;
  children: (open: OpenTable) => ReactNode;
  after?: ReactNode;
}

// decided: the address has nothing of the table, which does not fit into it.
export function TablePage({ tabs, help, description, label, children, after, ...page }: Props) {
  const { t } = useLingui();
  const navigate = useNavigate();
  const input = useTableInput();
  const { table, tableKey, file } = input;
  const [savedKey, setSavedKey] = useState<string>();
  const [exit, setExit] = useState<{ path: string }>();
  // The navigation waits for an effect, when the prompt for unsaved changes is off.
  useEffect(() => {
    if (exit) void navigate(exit.path);
  }, [exit, navigate]);
  return (
    <Page {...page}>
      {tabs}
      <Section
        title={t({ context: 'table', message: 'Datos' })}
        actions={help && <HelpLink topic={help} />}
        description={description}
      >
        <TableInput label={label} input={input} />
      </Section>
      {table && (
        <Fragment key={tableKey}>
          {children({
            table,
            tableKey,
            hasNames: input.withHeader,
            fileName: file?.name ?? '',
            setSaved: (isSaved) => setSavedKey(isSaved ? tableKey : undefined),
            leave: (path) => {
              setSavedKey(tableKey);
              setExit({ path });
            },
          })}
        </Fragment>
      )}
      {after}
      <UnsavedChangesPrompt hasUnsavedChanges={input.hasContent && savedKey !== tableKey} />
    </Page>
  );
}

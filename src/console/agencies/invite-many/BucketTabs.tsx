import { useLingui } from '@lingui/react/macro';
import Stack from '@mui/material/Stack';
import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import { type ReactNode, useId } from 'react';
import { BUCKETS, type Bucket, type CheckedRow } from './check-rows.ts';
import { useInviteManyText } from './invite-many-text.ts';

interface Props {
  rows: readonly CheckedRow[];
  hasMended: boolean;
  current: Bucket;
  onChange: (bucket: Bucket) => void;
  children: ReactNode;
}

export function BucketTabs({ rows, hasMended, current, onChange, children }: Props) {
  const { t } = useLingui();
  const id = useId();
  const text = useInviteManyText();
  const count = (bucket: Bucket) => rows.filter((row) => row.bucket === bucket).length;
  const shown = BUCKETS.filter(
    (bucket) =>
      bucket === 'ready' || bucket === current || count(bucket) > 0 || (bucket === 'malformed' && hasMended),
  );
  return (
    <>
      <Tabs
        aria-label={t`Filas por lo que pasa con ellas`}
        value={current}
        variant="scrollable"
        onChange={(_event, bucket: Bucket) => onChange(bucket)}
        sx={{ borderBottom: 1, borderColor: 'divider' }}
      >
        {shown.map((bucket) => (
          <Tab
            key={bucket}
            id={`${id}-${bucket}`}
            aria-controls={`${id}-panel`}
            value={bucket}
            label={`${text.bucket[bucket]} ${count(bucket)}`}
          />
        ))}
      </Tabs>
      <Stack
        id={`${id}-panel`}
        role="tabpanel"
        aria-labelledby={`${id}-${current}`}
        spacing={2}
        useFlexGap
        sx={{ minWidth: 0 }}
      >
        {children}
      </Stack>
    </>
  );
}

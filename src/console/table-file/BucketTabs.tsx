import { useLingui } from '@lingui/react/macro';
import Stack from '@mui/material/Stack';
import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import TextField from '@mui/material/TextField';
import Typography from '@mui/material/Typography';
import { type ReactNode, useId, useState } from 'react';
import { containsAllWords } from '#matching/contains-all-words.ts';
import type { Column } from '#console/ui/DataTable.tsx';
import { PagedTable } from '#console/ui/PagedTable.tsx';
import { ToggleChoice } from '#console/ui/ToggleChoice.tsx';

interface TabsProps<Bucket extends string> {
  label: string;
  buckets: readonly { bucket: Bucket; name: string; count: number }[];
  current: Bucket;
  onChange: (bucket: Bucket) => void;
  children: ReactNode;
}

export function BucketTabs<Bucket extends string>({
  label,
  buckets,
  current,
  onChange,
  children,
}: TabsProps<Bucket>) {
  const id = useId();
  return (
    <>
      <Tabs
        aria-label={label}
        value={current}
        variant="scrollable"
        onChange={(_event, bucket: Bucket) => onChange(bucket)}
        sx={{ borderBottom: 1, borderColor: 'divider' }}
      >
        {buckets.map(({ bucket, name, count }) => (
          <Tab
            key={bucket}
            id={`${id}-${bucket}`}
            aria-controls={`${id}-panel`}
            value={bucket}
            label={`${name} ${count}`}
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

interface FacetProps<Value extends string> {
  facet: { label: string; names: Record<Value, string> };
  value: Value | 'all';
  count: (value: Value | 'all') => number;
  onChange: (value: Value | 'all') => void;
}

function FacetChoice<Value extends string>({ facet, value, count, onChange }: FacetProps<Value>) {
  const { t } = useLingui();
  const names: [Value | 'all', string][] = [
    ['all', t`Todas`],
    ...(Object.entries<string>(facet.names) as [Value, string][]),
  ];
  const options = names
    .map(([option, name]) => ({ option, name, count: count(option) }))
    .filter((each) => each.count > 0 || each.option === value || each.option === 'all');
  return (
    <div>
      <Typography variant="body2" color="textSecondary" aria-hidden sx={{ mb: 0.5 }}>
        {facet.label}
      </Typography>
      <ToggleChoice
        wraps
        label={facet.label}
        value={value}
        options={
          Object.fromEntries(options.map((each) => [each.option, `${each.name} ${each.count}`])) as Record<
            Value | 'all',
            string
          >
        }
        onChange={onChange}
      />
    </div>
  );
}

const ROWS_PER_PAGE = 25;

interface TableProps<Row, Bucket extends string, Value extends string> {
  tabsLabel: string;
  /** The tabs stand in the order of these names. */
  names: Record<Bucket, string>;
  getBuckets: (row: Row) => readonly Bucket[];
  always?: readonly Bucket[];
  label: string;
  pagesLabel: string;
  empty: string;
  formatTotal: (count: number) => string;
  rows: readonly Row[];
  columns: readonly Column<Row>[];
  getRowKey: (row: Row) => string;
  search?: { label: string; getTexts: (row: Row) => string[] };
  /** A row counts under each of its values. */
  facet?: { label: string; names: Record<Value, string>; getValues: (row: Row) => readonly Value[] };
}

/** A row that changes its bucket keeps its place until a tab is chosen again. */
export function BucketTable<Row, Bucket extends string, Value extends string = never>({
  tabsLabel,
  names,
  getBuckets,
  always,
  rows,
  getRowKey,
  search,
  facet,
  formatTotal,
  ...table
}: TableProps<Row, Bucket, Value>) {
  const { t } = useLingui();
  const [current, setCurrent] = useState<Bucket | 'all'>('all');
  const [chosen, setChosen] = useState<Value | 'all'>('all');
  const [listed, setListed] = useState<ReadonlySet<string>>(new Set());
  const [text, setText] = useState('');
  const [page, setPage] = useState(1);
  const sorted = rows.map((row) => ({
    row,
    key: getRowKey(row),
    buckets: getBuckets(row),
    values: facet?.getValues(row) ?? [],
  }));
  const select = (bucket: Bucket | 'all', value: Value | 'all') =>
    sorted.filter(
      (each) =>
        (bucket === 'all' || each.buckets.includes(bucket)) &&
        (value === 'all' || each.values.includes(value)),
    );
  const tabs = (Object.entries<string>(names) as [Bucket, string][])
    .map(([bucket, name]) => ({ bucket, name, count: select(bucket, chosen).length }))
    .filter(({ bucket, count }) => count > 0 || bucket === current || always?.includes(bucket));
  const matching = new Set(select(current, chosen).map(({ key }) => key));
  const shown = sorted
    .filter(({ key }) => matching.has(key) || listed.has(key))
    .map(({ row }) => row)
    .filter((row) => !search || text.trim() === '' || containsAllWords(search.getTexts(row), text));
  const choose = (bucket: Bucket | 'all', value: Value | 'all') => {
    setCurrent(bucket);
    setChosen(value);
    setListed(new Set(select(bucket, value).map(({ key }) => key)));
    setPage(1);
  };
  return (
    <BucketTabs<Bucket | 'all'>
      label={tabsLabel}
      buckets={[{ bucket: 'all', name: t`Todas`, count: select('all', chosen).length }, ...tabs]}
      current={current}
      onChange={(bucket) => choose(bucket, chosen)}
    >
      {facet && (
        <FacetChoice
          facet={facet}
          value={chosen}
          count={(value) => select(current, value).length}
          onChange={(value) => choose(current, value)}
        />
      )}
      {search && (
        <TextField
          type="search"
          size="small"
          placeholder={search.label}
          value={text}
          onChange={({ target }) => {
            setText(target.value);
            setPage(1);
          }}
          slotProps={{ htmlInput: { 'aria-label': search.label } }}
          sx={{ maxWidth: { sm: 280 } }}
        />
      )}
      <PagedTable
        {...table}
        rows={shown}
        getRowKey={getRowKey}
        pageSize={ROWS_PER_PAGE}
        page={page}
        onPageChange={setPage}
        total={formatTotal(shown.length)}
      />
    </BucketTabs>
  );
}

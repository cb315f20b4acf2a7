import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useId, useRef, useState } from 'react';
import { type Table, hasHeader, toTable } from './header.ts';
import type { Separator } from './parse-table.ts';
import { readTable } from './read-table.ts';

/** While somebody types. */
const DEBOUNCE_MS = 300;

interface Source {
  /** Changes with every text and file. */
  revision: number;
  content: string | File;
}

/** State of a `TableInput`. */
export interface TableInputState {
  /** undefined: nothing was given, or it is being read, or it cannot be. */
  table: Table | undefined;
  /** Changes with the table. */
  tableKey: string;
  hasContent: boolean;
  file: File | undefined;
  isReading: boolean;
  error: Error | null;
  separator: Separator;
  withHeader: boolean;
  changeText: (text: string) => void;
  chooseFile: (file: File | undefined) => void;
  setSeparator: (separator: Separator) => void;
  setWithHeader: (withHeader: boolean) => void;
  retry: () => void;
}

export function useTableInput(): TableInputState {
  const { t } = useLingui();
  const id = useId();
  const [source, setSource] = useState<Source>({ revision: 0, content: '' });
  const [separator, setSeparator] = useState<Separator>('auto');
  const [header, setHeader] = useState<{ revision: number; isOn: boolean }>();
  const text = useRef('');
  const timeout = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timeout.current), []);
  const { revision, content } = source;
  const query = useQuery({
    queryKey: ['table-file', id, revision, separator],
    queryFn: ({ signal }) => readTable(content, { separator, signal }),
    enabled: content !== '',
    retry: false,
    staleTime: Infinity,
    gcTime: 0,
    structuralSharing: false,
  });
  const rows = content === '' ? undefined : query.data;
  const withHeader = header?.revision === revision ? header.isOn : rows !== undefined && hasHeader(rows);
  const use = (next: string | File) =>
    setSource((previous) => ({ revision: previous.revision + 1, content: next }));
  return {
    table: rows && toTable(rows, withHeader, (number) => t`Columna ${number}`),
    tableKey: JSON.stringify([revision, separator, withHeader]),
    hasContent: content !== '',
    file: content instanceof File ? content : undefined,
    isReading: content !== '' && query.isFetching,
    error: content === '' ? null : query.error,
    separator,
    withHeader,
    changeText(value) {
      text.current = value;
      clearTimeout(timeout.current);
      timeout.current = setTimeout(() => use(value.trim() === '' ? '' : value), DEBOUNCE_MS);
    },
    chooseFile: (file) => use(file ?? text.current),
    setSeparator,
    setWithHeader: (isOn) => setHeader({ revision, isOn }),
    retry: () => void query.refetch(),
  };
}

import { useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';

export interface Sort {
  name: string;
  direction: 'asc' | 'desc';
}

const PARAMETER = 'orden';

export function useSort(isInAddress: boolean): [Sort | undefined, (sort: Sort | undefined) => void] {
  const [search] = useSearchParams();
  const navigate = useNavigate();
  const [localSort, setLocalSort] = useState<Sort>();
  if (!isInAddress) return [localSort, setLocalSort];
  const save = (sort: Sort | undefined) => {
    const next = new URLSearchParams(search);
    if (sort) next.set(PARAMETER, formatSort(sort));
    else next.delete(PARAMETER);
    void navigate({ search: next.toString() }, { preventScrollReset: true });
  };
  return [parseSort(search.get(PARAMETER)), save];
}

export function parseSort(text: string | null): Sort | undefined {
  const [, sign, name] = /^(-?)(.+)$/.exec(text ?? '') ?? [];
  return name ? { name, direction: sign ? 'desc' : 'asc' } : undefined;
}

export function formatSort({ name, direction }: Sort): string {
  return direction === 'desc' ? `-${name}` : name;
}

export function nextSort(sort: Sort | undefined, name: string): Sort | undefined {
  if (sort?.name !== name) return { name, direction: 'asc' };
  return sort.direction === 'asc' ? { name, direction: 'desc' } : undefined;
}

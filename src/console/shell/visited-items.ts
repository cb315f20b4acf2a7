import { useEffect } from 'react';
import { matchPath, useLocation } from 'react-router';
import { ALL_AGENCIES } from '#contract/inbox-filter-names.ts';
import { paths, patterns } from '#console/paths.ts';
import { rememberItems } from '#console/session/saved-items.ts';
import { useSession } from '#console/session/session.ts';

export function getVisitedAddresses(pathname: string, search: string): string[] {
  const parameters = new URLSearchParams(search);
  const [agencia, ...others] = parameters.getAll('agencia');
  const isOneAgency = agencia && agencia !== ALL_AGENCIES && others.length === 0;
  const agencies = isOneAgency ? [paths.agency(agencia)] : [];
  const vista = parameters.get('vista');
  const isView = vista && matchPath(patterns.inbox, pathname)?.params.sid === undefined;
  return [...agencies, isView ? paths.inquiries(`vista=${encodeURIComponent(vista)}`) : pathname];
}

export function useVisitRecording(): void {
  const { id } = useSession().person;
  const { pathname, search } = useLocation();
  useEffect(() => rememberItems(id, getVisitedAddresses(pathname, search)), [id, pathname, search]);
}

import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useRef, useState } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router';
import type { View } from '#contract/desk/views.ts';
import { ALL_AGENCIES, BUILT_IN_VIEW_NAMES } from '#contract/inbox-filter-names.ts';
import { BUILT_IN_VIEWS } from '#contract/views.ts';
import { BACKGROUND } from '#console/api/query-client.ts';
import type { InboxAddress } from '#console/inquiries/inbox-address.ts';
import { viewCountsQuery } from '#console/inquiries/index-queries.ts';
import { useViewText } from '#console/inquiries/filter-text.ts';
import { paths } from '#console/paths.ts';
import { useSession } from '#console/session/session.ts';
import { BackIcon, BookmarkIcon, NextIcon } from '#console/ui/icons.tsx';
import { useShortcuts } from '#console/ui/keyboard-shortcuts.ts';
import { lazyWithRetry } from '#console/ui/lazy-with-retry.tsx';
import { useTabScroll } from './use-tab-scroll.ts';
import { builtInViewSearch, savedViewSearch } from './view-search.ts';
import css from './views.module.css';
import { viewListQuery } from './view-queries.ts';

const SavedViewsDialog = lazyWithRetry(
  () => import('./SavedViewsDialog.tsx').then((module) => module.SavedViewsDialog),
  { floats: true },
);

const MAX_SHORTCUTS = 9;
const COUNTS_INTERVAL_MS = 60_000;

interface Props {
  address: InboxAddress;
  /** The counts come after the rows are loaded or failed. */
  isSettled: boolean;
}

interface Tab {
  key: string;
  label: string;
  title?: string;
  count?: number | undefined;
  search: string;
  isCurrent: boolean;
}

export function ViewTabs({ address, isSettled }: Props) {
  const { t } = useLingui();
  const { may } = useSession();
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const [isDialogOpen, setDialogOpen] = useState(false);
  const dialogButton = useRef<HTMLButtonElement>(null);
  const { agencias, viewId, builtInView } = address;
  const savedViews = useQuery({ ...viewListQuery(), enabled: may.includes('listViews') });
  const shownViews = savedViews.data?.views.filter(({ id, pinned }) => pinned || id === viewId) ?? [];
  const { data: counts } = useQuery({
    ...viewCountsQuery(
      agencias[0] === ALL_AGENCIES ? undefined : agencias,
      shownViews.map(({ id }) => id),
    ),
    enabled: isSettled && may.includes('countInquiries') && !savedViews.isLoading,
    refetchInterval: COUNTS_INTERVAL_MS,
    meta: BACKGROUND,
  });
  const tabs = useTabs({ agencias, viewId, builtInView, shownViews, counts });
  const preloadDialog = () => void SavedViewsDialog.preload();
  useShortcuts(
    t`Consultas`,
    tabs.slice(0, MAX_SHORTCUTS + 1).map(({ label, search: to }, index) => ({
      keys: `v ${index}`,
      label: t`Vista ${label}`,
      run: () => void navigate(paths.inquiries(to)),
    })),
  );
  const { ref, overflow, scroll } = useTabScroll(viewId ?? 'todas', tabs.map(({ key }) => key).join(' '));

  return (
    <>
      <nav className={css.row} aria-label={t`Vistas`}>
        <div className={css.scroller} data-start={overflow.start} data-end={overflow.end}>
          <ScrollButton isEnabled={overflow.start} onClick={() => scroll(-1)}>
            <BackIcon />
          </ScrollButton>
          <div className={css.tabs} ref={ref}>
            {tabs.map(({ key, label, title, count, search: to, isCurrent }, index) => (
              <Link
                key={key}
                className={css.tab}
                to={paths.inquiries(to)}
                data-hint={[title, index <= MAX_SHORTCUTS && `v ${index}`].filter(Boolean).join(' · ')}
                aria-current={isCurrent ? 'page' : undefined}
              >
                <bdi className="ellipsis">{label}</bdi>
                <ViewCount count={count} back={key === 'pospuestas' ? counts?.back : undefined} />
              </Link>
            ))}
          </div>
          <ScrollButton isEnabled={overflow.end} onClick={() => scroll(1)}>
            <NextIcon />
          </ScrollButton>
        </div>
        {may.includes('addView') && (
          <button
            ref={dialogButton}
            type="button"
            className="button quiet"
            aria-haspopup="dialog"
            aria-label={t`Vistas guardadas`}
            onPointerEnter={preloadDialog}
            onFocus={preloadDialog}
            onClick={() => setDialogOpen(true)}
          >
            <BookmarkIcon />
          </button>
        )}
      </nav>
      {isDialogOpen && (
        <SavedViewsDialog
          agencias={agencias}
          search={search}
          viewId={viewId}
          onClose={() => {
            setDialogOpen(false);
            dialogButton.current?.focus();
          }}
        />
      )}
    </>
  );
}

interface TabOptions extends Pick<InboxAddress, 'agencias' | 'viewId' | 'builtInView'> {
  shownViews: readonly View[];
  counts: { builtIn: Partial<Record<string, number>>; saved: Partial<Record<string, number>> } | undefined;
}

function useTabs({ agencias, viewId, builtInView, shownViews, counts }: TabOptions): Tab[] {
  const { t } = useLingui();
  const { may } = useSession();
  const text = useViewText();
  const latest: Tab = {
    key: 'todas',
    label: t`Últimas`,
    title: t`Todas las que llegaron, respondidas o no: primero la más nueva`,
    search: builtInViewSearch(undefined, agencias),
    isCurrent: viewId === undefined && builtInView === undefined,
  };
  const builtIn = BUILT_IN_VIEW_NAMES.filter(
    (view) => !BUILT_IN_VIEWS[view].needsFollowUp || may.includes('listFollowUps'),
  );
  return [
    latest,
    ...builtIn.map((view) => ({
      key: view,
      label: text.name[view],
      title: text.description[view],
      count: counts?.builtIn[view],
      search: builtInViewSearch(view, agencias),
      isCurrent: viewId === view,
    })),
    ...shownViews.map((view) => ({
      key: view.id,
      label: view.name,
      title: view.name,
      count: counts?.saved[view.id],
      search: savedViewSearch(view, agencias),
      isCurrent: viewId === view.id,
    })),
  ];
}

interface ScrollButtonProps {
  isEnabled: boolean;
  onClick: () => void;
  children: ReactNode;
}

/** The keyboard reaches every tab, and fingers scroll: the mouse alone needs the button. */
const ScrollButton = ({ isEnabled, onClick, children }: ScrollButtonProps) => (
  <button type="button" tabIndex={-1} aria-hidden="true" disabled={!isEnabled} onClick={onClick}>
    {children}
  </button>
);

function ViewCount({ count, back = 0 }: { count: number | undefined; back?: number | undefined }) {
  const { t, i18n } = useLingui();
  if (count === undefined) return null;
  return (
    <>
      <span className={css.count}>{i18n.number(count)}</span>
      {back > 0 && (
        <>
          {' '}
          <span className={css.back}>{t`${plural(back, { one: '# volvió', other: '# volvieron' })}`}</span>
        </>
      )}
    </>
  );
}

import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { ALL_AGENCIES, BUILT_IN_VIEW_NAMES } from '#contract/queue-names.ts';
import { BACKGROUND } from '#console/api/query-client.ts';
import type { InboxAddress } from '#console/inquiries/inbox-address.ts';
import { viewCountsQuery } from '#console/inquiries/inquiries-queries.ts';
import { paths } from '#console/paths.ts';
import { useSession } from '#console/session/session.ts';
import { Icon } from '#console/ui/icons.tsx';
import { useShortcuts } from '#console/ui/keys.ts';
import { lazyPart } from '#console/ui/lazy-part.tsx';
import { builtInViewSearch, savedViewSearch } from './view-search.ts';
import css from './views.module.css';
import { viewListQuery } from './views-queries.ts';
import { useViewText } from '#console/inquiries/view-text.ts';

const dialog = lazyPart(() => import('./SavedViewsDialog.tsx').then((module) => module.SavedViewsDialog), {
  floats: true,
});

/** Keys are `v` and a digit. */
const MOST_KEYS = 9;

interface Props {
  agencias: readonly string[];
  address: InboxAddress;
  /** The list's rows are there, or cannot be read: they come before the counts. */
  isSettled: boolean;
}

/** Views also change as time passes: their counts are requested this often, ms. */
const COUNTED_EVERY_MS = 60_000;

interface Tab {
  key: string;
  label: string;
  title: string | undefined;
  count: number | undefined;
  search: string;
  current: boolean;
}

/** The views in one line, with how many each has: the built-in ones, those that are pinned, and the way to the others. */
export function ViewTabs({ agencias, address, isSettled }: Props) {
  const { t } = useLingui();
  const { may } = useSession();
  const told = useViewText();
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const [open, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const { vista, cola } = address;
  const { data } = useQuery({ ...viewListQuery(), enabled: may.includes('listViews') });
  const shownSaved = data?.views.filter(({ id, pinned }) => pinned || id === vista) ?? [];
  const { data: counts } = useQuery({
    ...viewCountsQuery(agencias[0] === ALL_AGENCIES ? undefined : agencias),
    enabled: isSettled && may.includes('countInquiries'),
    refetchInterval: COUNTED_EVERY_MS,
    meta: BACKGROUND,
  });

  const tabs: Tab[] = [
    {
      key: 'todas',
      label: t`Últimas`,
      title: undefined,
      count: undefined,
      search: builtInViewSearch(undefined, agencias),
      current: vista === undefined && cola === undefined,
    },
    ...BUILT_IN_VIEW_NAMES.filter((view) => view === 'hoy' || may.includes('listFollowUps')).map((view) => ({
      key: view,
      label: told.name[view],
      title: told.description[view],
      count: counts?.builtIn[view],
      search: builtInViewSearch(view, agencias),
      current: vista === view,
    })),
    ...shownSaved.map((view) => ({
      key: view.id,
      label: view.name,
      title: view.name,
      count: counts?.saved[view.id],
      search: savedViewSearch(view, agencias),
      current: vista === view.id,
    })),
  ];
  useShortcuts(
    t`Consultas`,
    tabs.slice(0, MOST_KEYS + 1).map(({ label, search: to }, index) => ({
      keys: `v ${index}`,
      label: t`Vista ${label}`,
      run: () => void navigate(paths.inquiries(to)),
    })),
  );
  const line = useCurrentInSight(vista ?? 'todas', tabs.map(({ key }) => key).join(' '));

  return (
    <>
      <nav className={css.row} aria-label={t`Vistas`}>
        <div className={css.tabs} ref={line}>
          {tabs.map(({ key, label, title, count, search: to, current }, index) => (
            <Link
              key={key}
              className={css.tab}
              to={paths.inquiries(to)}
              title={[title, index <= MOST_KEYS && `v ${index}`].filter(Boolean).join(' · ')}
              aria-current={current ? 'page' : undefined}
            >
              <bdi>{label}</bdi>
              <Counted count={count} back={key === 'pospuestas' ? counts?.back : undefined} />
            </Link>
          ))}
        </div>
        {may.includes('addView') && (
          <button
            ref={button}
            type="button"
            className="button quiet"
            aria-haspopup="dialog"
            aria-label={t`Vistas guardadas`}
            title={t`Vistas guardadas`}
            onPointerEnter={() => void dialog.preload()}
            onFocus={() => void dialog.preload()}
            onClick={() => setOpen(true)}
          >
            <ViewsIcon />
          </button>
        )}
      </nav>
      {open && (
        <dialog.Page
          agencias={agencias}
          search={search}
          vista={vista}
          onClose={() => {
            setOpen(false);
            button.current?.focus();
          }}
        />
      )}
    </>
  );
}

const ViewsIcon = () => (
  <Icon>
    <path d="M6 3h12v18l-6-5-6 5z" />
  </Icon>
);

function Counted({ count, back = 0 }: { count: number | undefined; back?: number | undefined }) {
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

/**
 * The view that is shown is in sight, also where the line is longer than the screen, counts make it longer still and saved
 * ones come later; until somebody moves the line.
 */
function useCurrentInSight(shown: string, keys: string) {
  const line = useRef<HTMLDivElement>(null);
  /** The view that was shown when somebody moved the line. */
  const moved = useRef<string>(undefined);
  useEffect(() => {
    const box = line.current;
    const current = box?.children[keys.split(' ').indexOf(shown)] as HTMLElement | undefined;
    if (moved.current !== shown) moved.current = undefined;
    if (!box || !current || moved.current) return undefined;
    const seen = new ResizeObserver(() => {
      const left = current.offsetLeft - box.offsetLeft;
      if (left < box.scrollLeft || left + current.offsetWidth > box.scrollLeft + box.clientWidth)
        box.scrollLeft = left - 24;
    });
    const leave = () => {
      moved.current = shown;
      seen.disconnect();
    };
    // One that grows moves those after it, which do not change themselves.
    for (const one of [box, ...box.children]) seen.observe(one);
    box.addEventListener('pointerdown', leave);
    box.addEventListener('wheel', leave, { passive: true });
    return () => {
      seen.disconnect();
      box.removeEventListener('pointerdown', leave);
      box.removeEventListener('wheel', leave);
    };
  }, [shown, keys]);
  return line;
}

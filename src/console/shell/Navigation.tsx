import { useLingui } from '@lingui/react/macro';
import { type FocusEvent, type KeyboardEvent, type ReactNode, useId, useRef, useState } from 'react';
import { NavLink, matchPath, useLocation } from 'react-router';
import type { DeskName } from '#contract/desk/desk.ts';
import type { V3Name } from '#contract/v3.ts';
import { paths } from '#console/paths.ts';
import { useSession } from '#console/session/session.ts';
import { useShortcuts } from '#console/ui/keys.ts';
import {
  AgenciesIcon,
  AuditIcon,
  CatalogIcon,
  ConnectionIcon,
  DeliveryIcon,
  HoursIcon,
  InboxIcon,
  MenuIcon,
  PeopleIcon,
  TemplatesIcon,
  WebhooksIcon,
} from '#console/ui/icons.tsx';
import css from './Shell.module.css';

interface Place {
  to: string;
  /** Who may not call it does not see the entry. */
  needs: V3Name | DeskName;
  icon: ReactNode;
  label: string;
  /** Keys that go there. */
  keys?: string;
  /** Loads the page's code. */
  preload?: () => void;
}

/**
 * Where this person can go. On a narrow screen more than one place folds behind a button that names the present one.
 * `everywhere` is what the shortcuts that hold on every page are listed under.
 */
export function Navigation({ everywhere }: { everywhere: string }) {
  const { t } = useLingui();
  const { may } = useSession();
  const { pathname } = useLocation();
  const [open, setOpen] = useState(false);
  const list = useId();
  const nav = useRef<HTMLElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const groups: { title?: string; places: Place[] }[] = [
    {
      places: [
        {
          to: paths.inquiries(),
          needs: 'listInquiries',
          icon: <InboxIcon />,
          label: t`Consultas`,
          keys: 'g i',
        },
        {
          to: paths.agencies(),
          needs: 'listAgencies',
          icon: <AgenciesIcon />,
          label: t`Agencias`,
          keys: 'g a',
          preload: preloading(() => import('#console/agencies/AgenciesPage.tsx')),
        },
        {
          to: paths.webhooks(),
          needs: 'listWebhooks',
          icon: <WebhooksIcon />,
          label: t`Avisos`,
          keys: 'g t',
          preload: preloading(() => import('#console/webhooks/WebhooksPage.tsx')),
        },
        {
          to: paths.deliveries(),
          needs: 'listDeliveries',
          icon: <DeliveryIcon />,
          label: t`Entregas`,
          preload: preloading(() => import('#console/deliveries/DeliveriesPage.tsx')),
        },
        {
          to: paths.catalogs(),
          needs: 'listMakes',
          icon: <CatalogIcon />,
          label: t`Catálogos`,
          keys: 'g c',
          preload: preloading(() => import('#console/catalogs/MakesPage.tsx')),
        },
      ],
    },
    {
      title: t`Ajustes`,
      places: [
        {
          to: paths.templates(),
          needs: 'listTemplates',
          icon: <TemplatesIcon />,
          label: t`Plantillas`,
          preload: preloading(() => import('#console/settings/templates/TemplatesPage.tsx')),
        },
        {
          to: paths.hours(),
          needs: 'viewHours',
          icon: <HoursIcon />,
          label: t`Horarios`,
          preload: preloading(() => import('#console/settings/hours/HoursPage.tsx')),
        },
        {
          to: paths.people(),
          needs: 'listPeople',
          icon: <PeopleIcon />,
          label: t`Personas`,
          preload: preloading(() => import('#console/settings/people/PeoplePage.tsx')),
        },
        {
          to: paths.audit(),
          needs: 'listAudit',
          icon: <AuditIcon />,
          label: t`Auditoría`,
          preload: preloading(() => import('#console/settings/audit/AuditPage.tsx')),
        },
        {
          to: paths.connection(),
          needs: 'viewConnection',
          icon: <ConnectionIcon />,
          label: t`Conexión`,
          preload: preloading(() => import('#console/connection/ConnectionPage.tsx')),
        },
      ],
    },
  ];
  const shown = groups
    .map(({ title, places }) => ({ title, places: places.filter(({ needs }) => may.includes(needs)) }))
    .filter(({ places }) => places.length > 0);
  const places = shown.flatMap((group) => group.places);
  useShortcuts(
    everywhere,
    places.flatMap(({ to, label, keys }) =>
      // By its link: whatever guards links then guards the keys.
      keys ? [{ keys, label: t`Ir a ${label}`, run: () => linkTo(nav.current, to)?.click() }] : [],
    ),
  );
  const present = places.find(({ to }) => matchPath({ path: to, end: false }, pathname));
  const close = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !open) return;
    setOpen(false);
    button.current?.focus();
  };
  const closeOnLeaving = ({ currentTarget, relatedTarget }: FocusEvent) => {
    if (!currentTarget.contains(relatedTarget)) setOpen(false);
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- keys and focus of what is inside
    <nav
      ref={nav}
      className={css.nav}
      aria-label={t`Secciones`}
      data-folds={places.length > 1}
      data-open={open}
      onKeyDown={close}
      onBlur={closeOnLeaving}
    >
      <button
        ref={button}
        type="button"
        className={`button quiet ${css.unfold}`}
        aria-expanded={open}
        aria-controls={list}
        onClick={() => setOpen(!open)}
      >
        <MenuIcon />{' '}
        <span className={css.present}>
          <span className="visually-hidden">{t`Secciones`} </span>
          {present?.label}
        </span>
      </button>
      <div className={css.places} id={list}>
        {shown.map((group) => (
          <section key={group.title ?? ''} className={css.group} aria-label={group.title}>
            {group.title && (
              <p className={css.groupTitle} aria-hidden="true">
                {group.title}
              </p>
            )}
            {group.places.map(({ to, icon, label, preload }) => (
              <NavLink
                key={to}
                className={css.place ?? ''}
                to={to}
                onClick={() => setOpen(false)}
                onPointerEnter={preload}
                onFocus={preload}
              >
                {icon} {label}
              </NavLink>
            ))}
          </section>
        ))}
      </div>
    </nav>
  );
}

/** Preloads code; what fails is loaded again, and told, once the page is opened. */
function preloading(load: () => Promise<unknown>): () => void {
  return () => void load().catch(() => {});
}

function linkTo(nav: HTMLElement | null, to: string): HTMLAnchorElement | null | undefined {
  return nav?.querySelector<HTMLAnchorElement>(`a[href="${to}"]`);
}

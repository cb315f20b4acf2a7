import { useLingui } from '@lingui/react/macro';
import { type FocusEvent, type KeyboardEvent, useId, useRef, useState } from 'react';
import { NavLink, matchPath, useLocation } from 'react-router';
import { MenuIcon } from '#console/ui/icons.tsx';
import { useShortcuts } from '#console/ui/keyboard-shortcuts.ts';
import type { PageDefinition } from './page-definition.ts';
import css from './Shell.module.css';
import { findPage, getEntryHref, useNavigationGroups } from './navigation-entries.tsx';

interface Props {
  pages: readonly PageDefinition[];
  shortcutGroup: string;
}

export function Navigation({ pages, shortcutGroup }: Props) {
  const { t, i18n } = useLingui();
  const { pathname } = useLocation();
  const [isOpen, setOpen] = useState(false);
  const listId = useId();
  const nav = useRef<HTMLElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const groups = useNavigationGroups(pages);
  const entries = groups.flatMap((group) => group.entries);
  const current = entries.find(({ to }) => matchPath({ path: to, end: false }, pathname));
  useShortcuts(
    shortcutGroup,
    entries.flatMap(({ label: message, shortcut, ...entry }) => {
      if (!shortcut) return [];
      const label = i18n._(message);
      // The key clicks the link, so that prompts about unsaved changes hold for keys, too.
      const run = () =>
        nav.current?.querySelector<HTMLAnchorElement>(`a[href="${getEntryHref(entry)}"]`)?.click();
      return [{ keys: shortcut, label: t`Ir a ${label}`, run }];
    }),
  );
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Escape' || !isOpen) return;
    setOpen(false);
    button.current?.focus();
  };
  const onBlur = ({ currentTarget, relatedTarget }: FocusEvent) => {
    if (!currentTarget.contains(relatedTarget)) setOpen(false);
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- events of the links inside
    <nav
      ref={nav}
      className={css.nav}
      aria-label={t`Secciones`}
      data-folds={entries.length > 1}
      data-open={isOpen}
      onKeyDown={onKeyDown}
      onBlur={onBlur}
    >
      <button
        ref={button}
        type="button"
        className={`button quiet ${css.menuButton}`}
        aria-expanded={isOpen}
        aria-controls={listId}
        onClick={() => setOpen(!isOpen)}
      >
        <MenuIcon />{' '}
        <span className={css.current}>
          <span className="visually-hidden">{t`Secciones`} </span>
          {current ? i18n._(current.label) : t`Menú`}
        </span>
      </button>
      <div className={css.list} id={listId}>
        {groups.map(({ title, entries }) => (
          <section key={title ?? ''} className={css.group} aria-label={title}>
            {title && (
              <p className={css.groupTitle} aria-hidden="true">
                {title}
              </p>
            )}
            {entries.map((entry) => {
              const { to, Icon, label } = entry;
              // A failure is reported when the page is opened.
              const preload = () =>
                void findPage(pages, entry)
                  ?.load()
                  .catch(() => {});
              return (
                <NavLink
                  key={to}
                  className={css.entry ?? ''}
                  to={getEntryHref(entry)}
                  onClick={() => setOpen(false)}
                  onPointerEnter={preload}
                  onFocus={preload}
                >
                  <Icon /> {i18n._(label)}
                </NavLink>
              );
            })}
          </section>
        ))}
      </div>
    </nav>
  );
}

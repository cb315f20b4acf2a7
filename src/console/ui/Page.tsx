import { type ReactNode, useEffect, useRef } from 'react';
import { Link, NavigationType, useNavigationType } from 'react-router';
import css from './Page.module.css';
import { useTitle } from './title.ts';

interface Props {
  title: string;
  /** Of the browser's tab, where that says more. */
  tab?: (string | undefined)[];
  /** The page that this one belongs to. */
  back?: { to: string; label: string };
  /** Beside the title. */
  actions?: ReactNode;
  /** For forms and text, which are read better in a narrow column. */
  narrow?: boolean;
  children: ReactNode;
}

/** A page of its own: what it is, what can be done with it, and below whatever it holds. */
export function Page({ title, tab, back, actions, narrow = false, children }: Props) {
  const heading = useRef<HTMLHeadingElement>(null);
  const arrived = useNavigationType();
  useTitle(...(tab ?? [title]));
  // Whoever came by a link reads on from the title; on loading and on Back the browser knows better.
  const byLink = useRef(arrived !== NavigationType.Pop);
  useEffect(() => {
    if (byLink.current) heading.current?.focus();
  }, []);
  return (
    <div className={css.page} data-narrow={narrow}>
      <header className={css.head}>
        <div className={css.names}>
          {back && (
            <Link className={css.back ?? ''} to={back.to}>
              <span aria-hidden="true">‹</span> {back.label}
            </Link>
          )}
          <h1 ref={heading} className={css.title} tabIndex={-1}>
            {title}
          </h1>
        </div>
        {actions && <div className={css.actions}>{actions}</div>}
      </header>
      {children}
    </div>
  );
}

/** Why there is nothing, and the next step. */
export function Nothing({ children, actions }: { children: ReactNode; actions?: ReactNode }) {
  return (
    <div className={css.nothing}>
      <p>{children}</p>
      {actions && <div className={css.actions}>{actions}</div>}
    </div>
  );
}

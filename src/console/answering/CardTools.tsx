import { Trans, useLingui } from '@lingui/react/macro';
import { type ReactNode, useRef } from 'react';
import { Link } from 'react-router';
import { paths } from '#console/paths.ts';
import { BackIcon, CloseIcon, NextIcon } from '#console/ui/icons.tsx';
import { useSession } from '#console/session/session.ts';
import { CopyButton } from '#console/ui/CopyButton.tsx';
import { useShortcuts } from '#console/ui/keys.ts';
import { useFormats, useNow } from '#console/ui/use-formats.ts';
import css from './CardTools.module.css';
import { PrintIcon } from './contact-icons.tsx';

interface Props {
  adminMail: string;
  sid: string;
  /** Addresses of the inquiries before and after it in the list, and where in it this one stands. */
  previous: string | undefined;
  next: string | undefined;
  position: string | undefined;
  onClose: () => void;
}

/** What is done with the card itself: to the one before and after, its link, on paper, away with it. */
export function CardTools({ adminMail, sid, previous, next, position, onClose }: Props) {
  const { t } = useLingui();
  const link = useRef<HTMLSpanElement>(null);
  useShortcuts(t`Consulta`, [
    {
      keys: 'y',
      label: t`Copiar el enlace`,
      run: () => {
        const button = link.current?.querySelector('button');
        button?.focus();
        button?.click();
      },
    },
  ]);
  return (
    <div className={css.tools}>
      {(previous ?? next ?? position) !== undefined && (
        <>
          <Step to={previous} label={t`Consulta anterior`} untold={t`Es la primera de la lista`}>
            <BackIcon />
          </Step>
          <Step to={next} label={t`Consulta siguiente`} untold={t`Es la última de la lista`}>
            <NextIcon />
          </Step>
          <span className={css.position}>{position}</span>
        </>
      )}
      <span className={css.rest} ref={link}>
        <CopyButton text={location.origin + paths.inquiry(adminMail, sid)} label={t`Copiar el enlace`} />
      </span>
      <button
        type="button"
        className="button quiet"
        aria-label={t`Imprimir`}
        title={t`Imprimir`}
        onClick={() => print()}
      >
        <PrintIcon />
      </button>
      <button
        type="button"
        className="button quiet"
        aria-label={t`Cerrar la consulta`}
        title={t`Cerrar (Esc)`}
        onClick={onClose}
      >
        <CloseIcon />
      </button>
    </div>
  );
}

function Step({
  to,
  label,
  untold,
  children,
}: {
  to: string | undefined;
  label: string;
  /** Why there is none. */
  untold: string;
  children: ReactNode;
}) {
  return to === undefined ? (
    <button type="button" className="button quiet" disabled aria-label={label} title={untold}>
      {children}
    </button>
  ) : (
    <Link className="button quiet" to={to} aria-label={label} title={label}>
      {children}
    </Link>
  );
}

/** Where the sheet came from and when, on paper only. */
export function PrintedFrom({ adminMail, sid }: { adminMail: string; sid: string }) {
  const { timeZone } = useSession();
  const format = useFormats(timeZone);
  const printed = format.exact(new Date(useNow()).toISOString());
  return (
    <p className={css.printed}>
      <Trans>
        Vitrina · {adminMail} · impresa {printed}
      </Trans>
      <br />
      {location.origin + paths.inquiry(adminMail, sid)}
    </p>
  );
}

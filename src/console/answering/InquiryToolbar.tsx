import { Trans, useLingui } from '@lingui/react/macro';
import { type ReactNode, useRef, useState } from 'react';
import { Link } from 'react-router';
import { paths } from '#console/paths.ts';
import { BackIcon, CloseIcon, NextIcon, PrintIcon } from '#console/ui/icons.tsx';
import { CopyButton } from '#console/ui/CopyButton.tsx';
import { useShortcuts } from '#console/ui/keyboard-shortcuts.ts';
import { lazyWithRetry } from '#console/ui/lazy-with-retry.tsx';
import { useFormats, useNow } from '#console/ui/use-formats.ts';
import css from './InquiryToolbar.module.css';
import type { Masks } from './print-masks.ts';

interface Props {
  adminMail: string;
  sid: string;
  previous?: string | undefined;
  next?: string | undefined;
  position?: string | undefined;
  onClose: () => void;
  onPrint: (masks: Masks | undefined) => void;
  presence: ReactNode;
}

const PrintMenu = lazyWithRetry(() => import('./PrintMenu.tsx').then((module) => module.PrintMenu), {
  floats: true,
  fallback: () => null,
});

export function InquiryToolbar({ adminMail, sid, previous, next, position, ...props }: Props) {
  const { t } = useLingui();
  const [printAnchor, setPrintAnchor] = useState<HTMLElement>();
  const copyLink = useRef<HTMLSpanElement>(null);
  useShortcuts(t`Consulta`, [
    {
      keys: 'y',
      label: t`Copiar el enlace`,
      run: () => {
        const button = copyLink.current?.querySelector('button');
        button?.focus();
        button?.click();
      },
    },
  ]);
  return (
    <div className={css.toolbar} data-print="hidden">
      {(previous ?? next ?? position) !== undefined && (
        <>
          <StepLink to={previous} label={t`Consulta anterior`} disabledReason={t`Es la primera de la lista`}>
            <BackIcon />
          </StepLink>
          <StepLink to={next} label={t`Consulta siguiente`} disabledReason={t`Es la última de la lista`}>
            <NextIcon />
          </StepLink>
          <span className={css.position}>{position}</span>
        </>
      )}
      <span className={css.presence}>{props.presence}</span>
      <span ref={copyLink}>
        <CopyButton text={location.origin + paths.inquiry(adminMail, sid)} label={t`Copiar el enlace`} />
      </span>
      <button
        type="button"
        className="button quiet"
        aria-label={t`Imprimir`}
        aria-haspopup="menu"
        aria-expanded={printAnchor !== undefined}
        onPointerEnter={() => void PrintMenu.preload()}
        onClick={({ currentTarget }) => setPrintAnchor(currentTarget)}
      >
        <PrintIcon />
      </button>
      {printAnchor && (
        <PrintMenu anchor={printAnchor} onPrint={props.onPrint} onClose={() => setPrintAnchor(undefined)} />
      )}
      <button
        type="button"
        className="button quiet"
        aria-label={t`Cerrar la consulta`}
        data-hint={t`Cerrar (Esc)`}
        onClick={props.onClose}
      >
        <CloseIcon />
      </button>
    </div>
  );
}

function StepLink({
  to,
  label,
  disabledReason,
  children,
}: {
  to: string | undefined;
  label: string;
  disabledReason: string;
  children: ReactNode;
}) {
  return to === undefined ? (
    <button type="button" className="button quiet" disabled aria-label={label} data-hint={disabledReason}>
      {children}
    </button>
  ) : (
    <Link className="button quiet" to={to} aria-label={label}>
      {children}
    </Link>
  );
}

export function PrintFooter({ adminMail, sid }: { adminMail: string; sid: string }) {
  const format = useFormats();
  const printed = format.exact(new Date(useNow()).toISOString());
  return (
    <p className={css.printFooter}>
      <Trans>
        Vitrina · {adminMail} · impresa {printed}
      </Trans>
      <br />
      {location.origin + paths.inquiry(adminMail, sid)}
    </p>
  );
}

import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import { paths } from '#console/paths.ts';
import { useTitle } from '#console/ui/title.ts';
import css from './MessagePages.module.css';

export function NotFoundPage() {
  const { t } = useLingui();
  return (
    <MessagePage title={t`No existe`} heading={t`Esta página no existe`}>
      <Trans>El enlace puede estar incompleto, o la página cambió de lugar.</Trans>
    </MessagePage>
  );
}

export function ForbiddenPage() {
  const { t } = useLingui();
  return (
    <MessagePage title={t`Sin acceso`} heading={t`Tu cuenta no tiene acceso a esta página`}>
      <Trans>Si la necesitás para tu trabajo, pedíselo a quien administra Vitrina.</Trans>
    </MessagePage>
  );
}

interface Props {
  title: string;
  heading: string;
  children: ReactNode;
}

function MessagePage({ title, heading, children }: Props) {
  useTitle(title);
  return (
    <div className={css.page}>
      <h1>{heading}</h1>
      <p>{children}</p>
      <Link className="button strong" to={paths.inquiries()}>
        <Trans>Ir a las consultas</Trans>
      </Link>
    </div>
  );
}

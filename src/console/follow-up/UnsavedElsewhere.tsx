import { Trans, useLingui } from '@lingui/react/macro';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { Link } from 'react-router';
import { personName } from '#contract/inquiry-names.ts';
import { inquiryQuery } from '#console/inquiries/inquiries-queries.ts';
import { paths } from '#console/paths.ts';
import { useUnsavedElsewhere } from './change.ts';
import { focusOnWork } from './focus.ts';
import css from './FollowUpSection.module.css';
import { intoView } from './into-view.ts';

/** Another inquiry than the open one of which something could not be saved: to be tried again, or looked at. */
export function UnsavedElsewhere({ open }: { open: { adminMail: string; sid: string } | undefined }) {
  const { t } = useLingui();
  const client = useQueryClient();
  const elsewhere = useUnsavedElsewhere(open);
  const shown = useRef(false);
  useEffect(() => {
    shown.current = true;
    return () => {
      shown.current = false;
    };
  }, []);
  if (!elsewhere) return null;
  const { adminMail, sid, hasFailed, retry } = elsewhere;
  const person = client.getQueryData(inquiryQuery(adminMail, sid).queryKey)?.Interesado;
  const name = person && personName(person);
  return (
    <div
      className={css.failed}
      role="alert"
      ref={(said) => {
        // A card that is opened while it is there begins at its top.
        if (shown.current) intoView(said);
      }}
    >
      <p>
        {open ? (
          <Trans>Hay algo sin guardar en otra consulta.</Trans>
        ) : (
          <Trans>Hay algo sin guardar en una consulta.</Trans>
        )}{' '}
        {name && <bdi>{name}</bdi>}
      </p>
      <div className={css.row}>
        {hasFailed && (
          <button
            type="button"
            className="button"
            onClick={() => {
              // The button goes.
              focusOnWork();
              retry();
            }}
          >
            {t`Reintentar`}
          </button>
        )}
        <Link className="button" to={paths.inquiry(adminMail, sid)}>
          <Trans>Ir a verla</Trans>
        </Link>
      </div>
    </div>
  );
}

import { Trans } from '@lingui/react/macro';
import css from './InquiryList.module.css';

/** The shape of a page of rows, and a word when the service takes long. */
export function InboxSkeleton() {
  return (
    <div className={css.skeleton}>
      <output className="visually-hidden">
        <Trans>Cargando consultas</Trans>
      </output>
      {Array.from({ length: 12 }, (_, index) => (
        <div key={index} className={css.ghost} />
      ))}
      <p className={css.slow}>
        <Trans>El servicio está tardando más de lo normal; seguimos esperando.</Trans>
      </p>
    </div>
  );
}

import { Trans } from '@lingui/react/macro';
import { SlowNotice } from '#console/ui/SlowNotice.tsx';
import css from './InquiryList.module.css';

export function InboxSkeleton() {
  return (
    <div className={css.skeleton}>
      <output className="visually-hidden">
        <Trans>Cargando consultas</Trans>
      </output>
      {Array.from({ length: 12 }, (_, index) => (
        <div key={index} className={css.ghost} />
      ))}
      <div className={css.slow}>
        <SlowNotice />
      </div>
    </div>
  );
}

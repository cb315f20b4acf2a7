import { Trans } from '@lingui/react/macro';
import css from './FollowUpSection.module.css';

/** Stands beside what is shown and not confirmed yet; not seen where the answer comes at once. */
export function SavingMark() {
  return (
    <span className={`${css.mark} ${css.saving}`}>
      <Trans>Guardando…</Trans>
    </span>
  );
}

import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import type { UnsolvedIncident } from '#contract/desk/incidents.ts';
import { useCauseText } from './cause-text.ts';

export function useIncidentText() {
  const { t } = useLingui();
  const { present } = useCauseText();
  return ({ count, ...incident }: Pick<UnsolvedIncident, 'count' | 'reason'>) => {
    const reason = present[incident.reason];
    return t`${plural(count, { one: '# rechazo', other: '# rechazos' })}: ${reason}`;
  };
}

import { plural } from '@lingui/core/macro';
import { Trans, useLingui } from '@lingui/react/macro';
import type { OverviewPeriod } from '#contract/desk/overview.ts';
import { useAgencyName } from '#console/agency-select/use-agency-name.ts';
import { useTimeZone } from '#console/ui/time-zone.ts';
import { useFormats, useNow } from '#console/ui/use-formats.ts';
import type { OverviewAddress } from './address.ts';
import css from './OverviewPage.module.css';
import { useIncompleteText } from './use-incomplete-text.ts';

interface Props {
  title: string;
  address: OverviewAddress;
  period: OverviewPeriod | undefined;
}

export function PrintedHeading({ title, address: { agencias, desde, hasta }, period }: Props) {
  const { t } = useLingui();
  const format = useFormats(useTimeZone());
  const incompleteText = useIncompleteText(period);
  const printed = format.exact(new Date(useNow()).toISOString());
  // 15:00 UTC is within that day in every zone of the country.
  const days = format.days(`${desde}T15:00:00Z`, `${hasta}T15:00:00Z`);
  const getName = useAgencyName();
  const [first] = agencias;
  const whose =
    first === undefined
      ? t`Todas mis agencias`
      : agencias.length === 1
        ? getName(first)
        : t`${plural(agencias.length, { one: '# agencia', other: '# agencias' })}`;
  return (
    <p className={css.printedHeading}>
      <Trans>
        Vitrina · {title} · {whose} · {days} · impreso {printed}
      </Trans>{' '}
      {incompleteText}
    </p>
  );
}

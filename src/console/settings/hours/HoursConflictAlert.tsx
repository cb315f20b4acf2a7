import { useLingui } from '@lingui/react/macro';
import { compareFields } from '#console/forms/compare-fields.ts';
import { ConflictAlert } from '#console/forms/ConflictAlert.tsx';
import { useNow } from '#console/ui/use-formats.ts';
import { type HoursInput, sortWeek } from './hours-form.ts';
import { useHoursText } from './hours-text.ts';

interface Props {
  mine: HoursInput;
  theirs: HoursInput;
  isPending: boolean;
  onSaveMine: () => void;
  onKeepTheirs: () => void;
}

export function HoursConflictAlert({ mine, theirs, isPending, onSaveMine, onKeepTheirs }: Props) {
  const { t } = useLingui();
  const text = useHoursText();
  const now = useNow();
  const describe = (values: HoursInput) => {
    const { zone, week, holidays, target, warning } = sortWeek(values);
    return {
      ...Object.fromEntries(week.map((day, weekday) => [text.weekdays[weekday], text.day(day)])),
      [t`Zona horaria`]: text.zone(zone, now),
      [t`Feriados`]: holidays.toSorted().map(text.date).join(' · ') || t`ninguno`,
      [t`Responder en (minutos)`]: target,
      [t`Avisar a los (minutos)`]: warning,
    };
  };
  return (
    <ConflictAlert
      differing={compareFields(describe(mine), describe(theirs))}
      pending={isPending}
      onSaveMine={onSaveMine}
      onKeepTheirs={onKeepTheirs}
    />
  );
}

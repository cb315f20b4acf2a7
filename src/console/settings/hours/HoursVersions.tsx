import { useLingui } from '@lingui/react/macro';
import { ConflictAlert } from '#console/forms/ConflictAlert.tsx';
import { useNow } from '#console/ui/use-formats.ts';
import type { HoursInput } from './hours-form.ts';
import { inOrder } from './hours-form.ts';
import { useHoursText } from './hours-text.ts';

interface Props {
  mine: HoursInput;
  theirs: HoursInput;
  pending: boolean;
  onMine: () => void;
  onTheirs: () => void;
}

/** Somebody set other hours meanwhile: both, where they differ. */
export function HoursVersions({ mine, theirs, pending, onMine, onTheirs }: Props) {
  const { t } = useLingui();
  const text = useHoursText();
  const now = useNow();
  const told = ({ zone, week, holidays, target, warning }: HoursInput): [string, string][] => [
    ...week.map((day, weekday): [string, string] => [text.weekdays[weekday] ?? '', text.day(inOrder(day))]),
    [t`Zona horaria`, text.zone(zone, now)],
    [t`Feriados`, holidays.toSorted().map(text.date).join('\n') || t`ninguno`],
    [t`Responder en (minutos)`, target],
    [t`Avisar a los (minutos)`, warning],
  ];
  const their = told(theirs);
  const differing = told(mine)
    .map(([name, value], index) => ({ name, mine: value, theirs: their[index]?.[1] ?? '' }))
    .filter((row) => row.mine !== row.theirs);
  return (
    <ConflictAlert differing={differing} pending={pending} onSaveMine={onMine} onKeepTheirs={onTheirs} />
  );
}

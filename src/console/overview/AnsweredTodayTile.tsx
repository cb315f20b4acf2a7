import { useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useSession } from '#console/session/session.ts';
import { FigureTile } from './FigureTile.tsx';
import { useFigureText } from './figure-text.ts';
import { overviewPeriodQuery } from './overview-queries.ts';

interface Props {
  agencias: readonly string[];
  today: string;
}

export function AnsweredTodayTile({ agencias, today }: Props) {
  const { t } = useLingui();
  const { person } = useSession();
  const text = useFigureText();
  const { data } = useQuery(overviewPeriodQuery({ agencias, desde: today, hasta: today }));
  const answered = data?.people.find(({ id }) => id === person.id)?.answered ?? 0;
  return (
    <FigureTile
      label={t`Respondí hoy`}
      value={data ? text.number(answered) : '…'}
      definition={t`De las consultas que llegaron hoy, las que respondiste primero.`}
    />
  );
}

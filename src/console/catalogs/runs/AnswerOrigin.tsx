import { useColumnText } from '#console/catalogs/match-text.ts';
import { useSession } from '#console/session/session.ts';
import { Caption } from '#console/ui/Caption.tsx';
import { StatusChip, type Tone } from '#console/ui/StatusChip.tsx';
import type { AnswerSource, Decision } from './value-answers.ts';

const TONES: Record<AnswerSource, Tone> = {
  sure: 'good',
  dictionary: 'good',
  threshold: 'waiting',
  hand: 'waiting',
};

interface Props {
  source: AnswerSource;
  decision: Decision | undefined;
}

export function AnswerOrigin({ source, decision }: Props) {
  const text = useColumnText();
  const { person } = useSession();
  return (
    <>
      <StatusChip tone={TONES[source]}>{text.source[source]}</StatusChip>
      {decision?.person && decision.person.id !== person.id && <Caption>{decision.person.name}</Caption>}
    </>
  );
}

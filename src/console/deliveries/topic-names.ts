import type { MessageDescriptor } from '@lingui/core';
import { FOLLOW_UP_EVENTS } from '#contract/follow-up/follow-up-message.ts';
import { lookUp } from '#contract/look-up.ts';
import { msg } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { DISASSOCIATION_TOPIC, INQUIRY_TOPIC, REGISTRATION_TOPIC } from '#contract/topics.ts';

const TOPIC_NAMES: Record<string, MessageDescriptor> = {
  [INQUIRY_TOPIC]: msg`Consultas nuevas`,
  [REGISTRATION_TOPIC]: msg`Agencias que se registran`,
  [DISASSOCIATION_TOPIC]: msg`Agencias que dejan de estar asociadas`,
  [FOLLOW_UP_EVENTS.status]: msg`Cambios de estado`,
  [FOLLOW_UP_EVENTS.claim]: msg`Consultas tomadas o soltadas`,
  [FOLLOW_UP_EVENTS['hand-over']]: msg`Consultas pasadas a otra persona`,
  [FOLLOW_UP_EVENTS.snooze]: msg`Consultas pospuestas`,
  [FOLLOW_UP_EVENTS.touch]: msg`Llamadas, correos y mensajes`,
  [FOLLOW_UP_EVENTS.note]: msg`Notas, sin su texto`,
  [FOLLOW_UP_EVENTS.pin]: msg`Notas fijadas`,
  [FOLLOW_UP_EVENTS.nudge]: msg`Recordatorios a quien tiene la consulta`,
  [FOLLOW_UP_EVENTS.undo]: msg`Cambios deshechos`,
};

/** Names a topic by what it tells of; a topic that is not known here keeps its technical name. */
export function useTopicName(): (topic: string) => string {
  const { i18n } = useLingui();
  return (topic) => {
    const name = lookUp(TOPIC_NAMES, topic.toLowerCase());
    return name ? i18n._(name) : topic;
  };
}

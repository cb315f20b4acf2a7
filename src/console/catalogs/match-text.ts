import { useLingui } from '@lingui/react/macro';
import type { SignalName } from '#matching/signals.ts';
import type { Facet } from './column/column-records.ts';
import type { AnswerSource, Judgement } from './runs/value-answers.ts';

export function useSignalText(): Record<SignalName, string> {
  const { t } = useLingui();
  return {
    code: t`Es su id, su ruta o su código`,
    name: t`Es su nombre, letra por letra`,
    same: t`Es su nombre, sin contar mayúsculas, acentos, signos ni abreviaturas`,
    form: t`Es su nombre en plural, en otro género o en diminutivo`,
    sound: t`Suena como su nombre`,
    lead: t`Empieza con su nombre, y sigue un detalle`,
    prefix: t`Es el comienzo de su nombre, o de cada palabra`,
    words: t`Comparten palabras enteras`,
    part: t`Es una parte de su nombre`,
    initials: t`Son sus iniciales`,
    abbreviation: t`Son sus consonantes: puede ser una abreviatura`,
    closeness: t`Se escribe casi igual: puede ser un error de tipeo`,
  };
}

export function useColumnText() {
  const { t } = useLingui();
  const facet: Record<Facet, string> = {
    sure: t`Seguras`,
    doubtful: t`Dudosas`,
    none: t`Sin coincidencia`,
    missing: t`Sin comparar`,
  };
  const source: Record<AnswerSource, string> = {
    sure: t`segura`,
    dictionary: t`del diccionario`,
    threshold: t`aceptada por puntaje`,
    hand: t`elegida a mano`,
  };
  const judgement: Record<Judgement, string> = {
    undecided: t`Sin decidir`,
    sure: t`Seguras`,
    dictionary: t`Del diccionario`,
    threshold: t`Aceptadas por puntaje`,
    hand: t`Elegidas a mano`,
    left: t`Sin entrada`,
  };
  return { facet, source, judgement };
}

import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { AnswerBand, FunnelStep } from '#contract/overview.ts';

export const BAND_NAMES: Record<AnswerBand, MessageDescriptor> = {
  'half-hour': msg`Hasta 30 min`,
  'two-hours': msg`Hasta 2 h`,
  day: msg`Hasta 1 día`,
  later: msg`Más de 1 día`,
  none: msg`Sin respuesta`,
};

export const STEP_NAMES: Record<FunnelStep, MessageDescriptor> = {
  contacted: msg`Contactadas`,
  appointment: msg`Con cita`,
  won: msg`Ganadas`,
  lost: msg`Perdidas`,
};

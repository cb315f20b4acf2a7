import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { LOST_REASONS, Status } from '#contract/follow-up/follow-up-state.ts';
import type { AnswerBand, FunnelStep } from '#contract/overview.ts';
import type { StopReason } from '#contract/response-clock.ts';

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

export const CHANNEL_NAMES: Record<StopReason, MessageDescriptor> = {
  call: msg`Llamada`,
  whatsapp: msg`WhatsApp`,
  mail: msg`Correo`,
  other: msg`Marcada como respondida`,
  contact: msg`Marcada como contactada`,
};

export const STATUS_NAMES: Record<Status, MessageDescriptor> = {
  new: msg`Nueva`,
  answered: msg`Respondida`,
  contacted: msg`Contactada`,
  appointment: msg`Cita`,
  won: msg`Ganada`,
  lost: msg`Perdida`,
};

export const REASON_NAMES: Record<(typeof LOST_REASONS)[number], MessageDescriptor> = {
  'no-answer': msg`No contesta`,
  price: msg`Por el precio`,
  'bought-elsewhere': msg`Compró en otro lado`,
  'not-available': msg`Ya no estaba disponible`,
  finance: msg`Por la financiación`,
  other: msg`Otro motivo`,
};

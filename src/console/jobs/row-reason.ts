import { useLingui } from '@lingui/react/macro';
import type { IMPORT_SKIP_REASONS } from '#contract/desk/follow-up-import.ts';
import type { BulkChange } from '#contract/follow-up/change-kinds.ts';
import { lookUp } from '#contract/look-up.ts';
import type { GatewayCode } from '#contract/problem.ts';

type ImportSkipReason = (typeof IMPORT_SKIP_REASONS)[number];

type RowCode =
  | GatewayCode
  | ImportSkipReason
  | 'already-invited'
  | 'already-registered'
  | 'already-resent'
  | 'arrived-meanwhile'
  | 'associated'
  | 'needs-support'
  | 'refused'
  | 'outcome-unknown';

export function useRowReason() {
  const { t } = useLingui();
  const unavailable = t`Vitrina no pudo hacerlo en ese momento`;
  const noAnswer = t`El servicio no respondió`;
  const reasons = {
    'changed-meanwhile': t`Alguien la cambió mientras tanto`,
    'not-found': t`Ya no está, o no la podés ver`,
    'foreign-agency': t`La agencia no es tuya`,
    forbidden: t`Tu cuenta no puede hacerlo`,
    'invalid-request': t`Tiene un dato que no es válido`,
    'timeline-full': t`Su historial está completo`,
    'buyer-erased': t`Los datos de quien consultó se borraron`,
    malformed: t`Tiene un dato que no es válido`,
    twice: t`Está dos veces en el archivo`,
    'no-match': t`Ninguna consulta coincide`,
    ambiguous: t`Coincide más de una consulta`,
    'has-follow-up': t`Ya tenía seguimiento, y queda como está`,
    'already-invited': t`Ya estaba invitada`,
    'already-registered': t`El correo ya está registrado: solo soporte del servicio la puede asociar`,
    'already-resent': t`Ya se había reenviado`,
    'arrived-meanwhile': t`Su aviso llegó mientras tanto`,
    associated: t`Ya está asociada`,
    'needs-support': t`Solo soporte del servicio la puede asociar`,
    refused: t`El servicio no la aceptó`,
    'outcome-unknown': t`No se sabe si se hizo`,
    'upstream-unreachable': noAnswer,
    'upstream-timeout': noAnswer,
    'upstream-broken': t`El servicio respondió algo que no se entiende`,
    'upstream-failed': t`El servicio tuvo un problema`,
    'upstream-refused': t`El servicio no reconoce a esta consola`,
    'too-many-requests': unavailable,
    held: t`Esta copia no cambia nada en el servicio`,
    busy: unavailable,
    'storage-full': unavailable,
    'storage-unavailable': unavailable,
    internal: unavailable,
  } satisfies Partial<Record<RowCode, string>> & Record<ImportSkipReason, string>;
  const handOverReasons = {
    'hand-over': t`Esa persona no puede verla`,
    'hand-over-by-agency': t`Nadie de esa agencia puede verla`,
  };
  return (code: string, kind?: BulkChange['kind']): string =>
    (code === 'invalid-request' && kind && lookUp<string>(handOverReasons, kind)) ||
    (lookUp<string>(reasons, code) ?? t`No se pudo (${code})`);
}

export function useReasonCounts() {
  const { i18n } = useLingui();
  const getReason = useRowReason();
  return (codes: readonly (string | null)[], kind?: BulkChange['kind']): string[] => {
    const counts = new Map<string, number>();
    for (const code of codes) {
      const reason = getReason(code ?? 'internal', kind);
      counts.set(reason, (counts.get(reason) ?? 0) + 1);
    }
    return [...counts]
      .toSorted(([, one], [, other]) => other - one)
      .map(([reason, count]) => `${i18n.number(count)}: ${reason}`);
  };
}

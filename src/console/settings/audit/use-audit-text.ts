import { useLingui } from '@lingui/react/macro';
import type { AuditEntry } from '#contract/desk/audit.ts';
import { lookUp } from '#contract/look-up.ts';
import { useAuditReasons } from './audit-reasons.ts';
import { useAuditActions } from './audit-text.ts';

export interface SubjectNames {
  target: string | undefined;
  agency: string | undefined;
}

const PERSON_ACTIONS = new Set([
  'viewPerson',
  'invitePerson',
  'editPerson',
  'setAccess',
  'resetPerson',
  'inviteAgain',
]);
/** Their texts say «la agencia» before the name. */
const NAMED_AGENCY_ACTION = /^(?:view|edit|disassociate)Agency$/;

const removeGaps = (text: string) => text.replaceAll(/ {2,}/g, ' ').trim();

export function useAuditText() {
  const { t } = useLingui();
  const { textOf } = useAuditActions();
  const outcome: Record<AuditEntry['outcome'], string> = {
    done: t`Hecho`,
    partial: t`Parcial`,
    cancelled: t`Cancelado`,
    refused: t`Rechazado`,
    failed: t`Falló`,
    unknown: t`No se sabe`,
  };

  const sentence = ({ action, outcome, request }: AuditEntry, { target, agency }: SubjectNames): string => {
    // A name that is not known is left out of the sentence.
    const what = target ?? (PERSON_ACTIONS.has(action) ? t`alguien` : '');
    const where = agency ?? (NAMED_AGENCY_ACTION.test(action) ? '' : t`una agencia`);
    const texts = textOf(action, what, where) ?? [
      t`hizo algo que esta versión no conoce: ${action}`,
      t`hacer algo que esta versión no conoce: ${action}`,
    ];
    const did = removeGaps(texts[0]);
    const toDo = removeGaps(texts[1]);
    switch (outcome) {
      case 'done':
        return did;
      case 'partial':
        return t`${did}, pero no todas`;
      case 'cancelled':
        return t`empezó a ${toDo}, y lo canceló o se fue antes del final`;
      case 'unknown':
        return request
          ? t`empezó a ${toDo}: sigue, o no se sabe cómo terminó`
          : t`empezó a ${toDo}, y no se sabe cómo terminó`;
      default:
        return t`no pudo ${toDo}`;
    }
  };

  const reasons = useAuditReasons();
  const automaticCauses = new Map([['too-many-sessions', t`tenía demasiadas sesiones abiertas`]]);
  const reason = ({ code }: AuditEntry) =>
    code ? (lookUp(reasons, code) ?? automaticCauses.get(code) ?? code) : undefined;

  return { outcome, sentence, reason };
}

import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import type { Tone } from '#console/ui/StatusChip.tsx';
import type { ImportField } from './import-columns.ts';
import type { Explanation, ImportBucket, MatchRule, SortedRow } from './import-rows.ts';

export const BUCKET_TONES: Record<ImportBucket, Tone> = {
  ready: 'good',
  ambiguous: 'caution',
  'no-match': 'none',
  'has-follow-up': 'none',
  twice: 'none',
  malformed: 'bad',
  'left-out': 'none',
  unchanged: 'none',
  unknown: 'caution',
};

export function useImportText() {
  const { t } = useLingui();
  const field: Record<ImportField, string> = {
    phone: t`Teléfono`,
    mail: t`Correo`,
    sid: t`Id de la consulta`,
    status: t`Estado`,
    lostReason: t`Motivo de pérdida`,
    note: t`Nota`,
    date: t`Fecha`,
  };
  const bucket: Record<ImportBucket, string> = {
    ready: t`Para importar`,
    ambiguous: t`Varias consultas`,
    'no-match': t`Sin consulta`,
    'has-follow-up': t`Ya tiene seguimiento`,
    twice: t`Repetida`,
    malformed: t`Con errores`,
    'left-out': t`No importar`,
    unchanged: t`Sin cambios`,
    unknown: t`Sin buscar`,
  };
  const rule: Record<MatchRule, string> = {
    day: t`La última hasta la fecha de la fila`,
    newest: t`La más nueva`,
    hand: t`Ninguna: se elige a mano`,
  };
  const describe = ({ bucket: name, explanation: code, duplicateOf, candidates, row }: SortedRow): string => {
    const count = candidates.length;
    const explanations: Record<Explanation, string> = {
      'no-clue': t`No tiene teléfono, correo ni id.`,
      'rounded-phone': t`La planilla redondeó el teléfono «${row.clue.phone ?? ''}»: sus últimas cifras se perdieron. Dale a la columna formato de texto y exportala de nuevo.`,
      'unknown-status': t`Falta decir qué estado es «${row.status}».`,
      'unknown-date': t`La fecha «${row.date}» no se entiende.`,
      'nothing-to-import': t`No tiene estado ni nota.`,
      'note-too-long': t`La nota tiene más de 4000 letras.`,
      'two-buyers': t`El teléfono y el correo son de consultas distintas: elegí cuál es.`,
      'only-later': t`Todas sus consultas son posteriores a la fecha de la fila.`,
    };
    if (code) return explanations[code];
    if (name === 'twice') return t`La misma consulta se importa por la fila ${duplicateOf ?? 0}.`;
    if (name === 'ambiguous')
      return t`${plural(count, { one: '# consulta coincide', other: '# consultas coinciden' })}.`;
    if (name === 'no-match') return t`Ninguna consulta coincide.`;
    return name === 'has-follow-up' ? t`Queda como está.` : '';
  };

  return { field, bucket, rule, describe };
}

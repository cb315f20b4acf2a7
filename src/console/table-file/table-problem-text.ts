import { useLingui } from '@lingui/react/macro';
import type { TableProblemCode } from './table-problem.ts';

export function useTableProblemText(): Record<TableProblemCode, string> {
  const { t } = useLingui();
  return {
    empty: t`No hay ningún dato para leer.`,
    'too-large': t`Es demasiado grande: se pueden leer hasta 5 MB. Dividilo en partes.`,
    'too-many-rows': t`Tiene más de 10.000 filas. Dividila en partes.`,
    'too-many-columns': t`Tiene más de 200 columnas. Revisá el separador, o dejá solo las que hacen falta.`,
    'too-slow': t`Leerlo tarda demasiado y se detuvo. Guardalo como CSV, o dividilo en partes.`,
    xls: t`Es un libro de Excel anterior a 2007. Guardalo como XLSX o CSV y volvé a elegirlo.`,
    'not-a-table': t`No es un archivo CSV ni XLSX.`,
    damaged: t`El archivo no se puede leer: está dañado, tiene contraseña o no es un libro de Excel.`,
  };
}

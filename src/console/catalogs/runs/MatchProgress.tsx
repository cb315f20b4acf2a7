import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import type { LookUpState } from '#console/table-file/look-up.ts';
import { LookUpProgress } from '#console/table-file/LookUpProgress.tsx';

interface Props {
  matching: LookUpState & { resume: () => void; pause: () => void };
  totalCount: number;
  missingCount: number;
}

export function MatchProgress({ matching, totalCount, missingCount: missing }: Props) {
  const { t } = useLingui();
  return (
    <LookUpProgress
      label={t`Valores comparados`}
      lookUp={matching}
      totalCount={totalCount}
      unknownText={t`No es un «no»: no se sabe si ${plural(missing, { one: '# valor tiene', other: '# valores tienen' })} coincidencia.`}
      onResume={matching.resume}
      onPause={matching.pause}
      pausedText={t`Se detuvo: falta comparar ${plural(missing, { one: '# valor', other: '# valores' })}.`}
    />
  );
}

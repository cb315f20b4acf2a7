import { useLingui } from '@lingui/react/macro';
import type { BodyChange, SignatureFinding } from '#contract/desk/signature-tests.ts';
import { useFormats } from '#console/ui/use-formats.ts';

export function useSignatureText() {
  const { t } = useLingui();
  const format = useFormats();
  const style: Record<SignatureFinding['style'], string> = {
    notification: t`Firma del servicio`,
    standard: t`Standard Webhooks`,
  };
  const change: Record<BodyChange, string> = {
    kept: t`Se firmó lo que llegó acá con el mismo id, y no lo pegado: cambió al copiarlo o en el camino.`,
    'newline-added': t`Falta el salto de línea del final: con él la firma coincide.`,
    'crlf-added': t`Falta el salto de línea del final (CRLF): con él la firma coincide.`,
    'end-trimmed': t`Sobran espacios o saltos de línea al final: sin ellos la firma coincide.`,
    'lf-to-crlf': t`Los saltos de línea eran CRLF y llegaron como LF.`,
    'crlf-to-lf': t`Los saltos de línea eran LF y llegaron como CRLF.`,
    'bom-added': t`Falta la marca de orden (BOM) del principio.`,
    'bom-removed': t`Sobra la marca de orden (BOM) del principio.`,
    compact: t`El JSON se escribió de nuevo: se firmó sin espacios.`,
    'indented-2': t`El JSON se escribió de nuevo: se firmó con sangría de dos espacios.`,
    'indented-4': t`El JSON se escribió de nuevo: se firmó con sangría de cuatro espacios.`,
    'non-ascii-escaped': t`El JSON se escribió de nuevo: se firmó con las letras acentuadas como \\u.`,
  };

  function describe(finding: SignatureFinding): string {
    const { outcome, header = '', aheadMs = 0 } = finding;
    const minutes = format.number(Math.ceil(Math.abs(aheadMs) / 60_000));
    const byOutcome: Record<SignatureFinding['outcome'], string> = {
      valid: t`Coincide.`,
      absent: t`No hay: el aviso no trae esta firma.`,
      age:
        aheadMs < 0
          ? t`Coincide, pero la hora es de hace ${minutes} min: se aceptan hasta 5 minutos. O el aviso es viejo, o el reloj de quien firmó atrasa.`
          : t`Coincide, pero la hora está ${minutes} min adelante: se aceptan hasta 5 minutos. El reloj de quien firmó adelanta.`,
      missing: t`Falta el encabezado ${header}.`,
      malformed: t`El encabezado ${header} no se entiende: no tiene la forma que debería.`,
      id: t`webhook-id y notification-hook-id no son el mismo.`,
      key: t`El secreto empieza con whsec_ y lo que sigue no es Base64 de 24 bytes o más: no puede firmar así.`,
      body: finding.change
        ? change[finding.change]
        : t`El secreto es el correcto y el contenido es otro: cambió después de firmarse.`,
      secret: t`No coincide con este secreto. O el secreto es otro, o cambiaron el id, la hora o el tópico.`,
      'secret-or-body': t`No coincide. O el secreto es otro, o el contenido cambió: sin la firma del servicio no se puede saber cuál.`,
    };
    return byOutcome[outcome];
  }

  return { style, describe };
}

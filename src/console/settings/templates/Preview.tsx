import { Trans, useLingui } from '@lingui/react/macro';
import FormControlLabel from '@mui/material/FormControlLabel';
import Switch from '@mui/material/Switch';
import { useId, useState } from 'react';
import { type Filling, fill, piecesOf } from './placeholders.ts';
import { useSession } from '#console/session/session.ts';
import parts from '#console/ui/parts.module.css';
import { useFormats } from '#console/ui/use-formats.ts';
import type { TemplateInput } from './template-form.ts';
import css from './templates.module.css';

/** How a reply will read, with a made-up inquiry. */
export function Preview({ values: { subject, text } }: { values: Pick<TemplateInput, 'subject' | 'text'> }) {
  const { t } = useLingui();
  const heading = useId();
  const { person, timeZone } = useSession();
  const format = useFormats(timeZone);
  const [sparse, setSparse] = useState(false);
  const sample: Filling = {
    nombre: 'Marina',
    apellido: sparse ? undefined : 'Ledesma',
    vehiculo: 'Fiat Cronos Drive 2021',
    precio: sparse ? undefined : format.money({ Moneda: 'ARS', Importe: 18_500_000 }),
    agencia: 'Autos del Centro',
    vendedor: person.name,
  };
  const filled = { subject: fill(subject, sample), text: fill(text, sample) };
  const gaps = [...new Set([...filled.subject.gaps, ...filled.text.gaps])];
  return (
    <section className={css.preview} aria-labelledby={heading}>
      <h2 id={heading}>
        <Trans>Así se va a leer</Trans>
      </h2>
      <div className={css.letter}>
        {subject && (
          <p className={css.subject}>
            <Pieces text={filled.subject.text} />
          </p>
        )}
        {text ? (
          <p className={css.body}>
            <Pieces text={filled.text.text} />
          </p>
        ) : (
          <p className={parts.soft}>
            <Trans>El texto aparece acá mientras lo escribís.</Trans>
          </p>
        )}
      </div>
      <FormControlLabel
        sx={{ minHeight: 'var(--touch)' }}
        control={<Switch size="small" checked={sparse} onChange={(_event, on) => setSparse(on)} />}
        label={t`Probar con una consulta sin apellido ni precio`}
      />
      <output className={css.gaps}>
        {gaps.length > 0 && <Trans>Queda para completar a mano, antes de enviarla: {gaps.join(', ')}</Trans>}
      </output>
    </section>
  );
}

function Pieces({ text }: { text: string }) {
  let at = 0;
  return piecesOf(text).map((piece) => {
    const key = at;
    at += piece.text.length;
    return piece.gap ? <mark key={key}>{piece.text}</mark> : <span key={key}>{piece.text}</span>;
  });
}

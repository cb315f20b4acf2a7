import { Trans, useLingui } from '@lingui/react/macro';
import Stack from '@mui/material/Stack';
import Typography from '@mui/material/Typography';
import { type Drift, type DriftKind, formatDrift } from '#contract/desk/drift.ts';
import { CopyButton } from '#console/ui/CopyButton.tsx';
import { Moment } from '#console/ui/Moment.tsx';
import { Section } from '#console/ui/Section.tsx';
import { useFormats } from '#console/ui/use-formats.ts';

export function DriftSection({ drift }: { drift: readonly Drift[] }) {
  const { t } = useLingui();
  return (
    <Section
      title={t`Diferencias con la interfaz`}
      description={
        drift.length > 0 ? (
          <Trans>
            Lo que el servicio responde distinto de lo documentado. Los ejemplos dicen tipos y largos, ningún
            dato.
          </Trans>
        ) : (
          <Trans>Lo que el servicio respondió coincide con su interfaz.</Trans>
        )
      }
      actions={
        drift.length > 0 && (
          <CopyButton text={drift.map(formatDrift).join('\n')} label={t`Copiar`}>
            <Trans>Copiar</Trans>
          </CopyButton>
        )
      }
    >
      {[...Map.groupBy(drift, ({ source }) => source)].map(([source, rows]) => (
        <div key={source}>
          <Typography variant="h3" gutterBottom sx={{ overflowWrap: 'anywhere' }}>
            {source}
          </Typography>
          <Stack component="dl" spacing={2} sx={{ m: 0, overflowWrap: 'anywhere' }}>
            {rows.map((row) => (
              <div key={`${row.kind} ${row.path}`}>
                <dt>
                  <code>{row.path}</code>
                </dt>
                <Typography component="dd" variant="body2" sx={{ m: 0 }}>
                  <DriftFacts drift={row} />
                </Typography>
              </div>
            ))}
          </Stack>
        </div>
      ))}
    </Section>
  );
}

function DriftFacts({
  drift: { kind, expected, example, firstAt, lastAt, replies, compared },
}: {
  drift: Drift;
}) {
  const { t } = useLingui();
  const format = useFormats();
  const names: Record<DriftKind, string> = {
    undocumented: t`Sin documentar`,
    missing: t`Falta`,
    retyped: t`Otro tipo`,
  };
  const [count, total] = [format.number(replies), format.number(compared)];
  return (
    <>
      {names[kind]}
      {example !== null && (
        <>
          {': '}
          <code>{example}</code>
        </>
      )}
      {expected !== null && (
        <>
          {' '}
          <Trans>
            (documentado: <code>{expected}</code>)
          </Trans>
        </>
      )}
      <Typography component="p" variant="body2" color="textSecondary">
        <Trans>
          {count} de {total} respuestas · desde <Moment at={firstAt} />, última vez <Moment at={lastAt} />
        </Trans>
      </Typography>
    </>
  );
}

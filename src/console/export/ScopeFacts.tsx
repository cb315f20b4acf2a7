import { Trans, useLingui } from '@lingui/react/macro';
import Typography from '@mui/material/Typography';
import type { NarrowingName } from '#contract/queue-names.ts';
import { useNarrowingText } from '#console/queue/narrowing-text.ts';
import { useSession } from '#console/session/session.ts';
import { useViewsText } from '#console/views/views-text.ts';
import type { ExportScope } from './request.ts';
import css from './ScopeFacts.module.css';
import { useDays } from './use-days.ts';

/** Which inquiries will be in the file, in words. */
export function ScopeFacts({ scope }: { scope: ExportScope }) {
  const { t } = useLingui();
  const { timeZone, ownInquiriesIn, person } = useSession();
  const days = useDays();
  const { name: view } = useViewsText();
  const filters = useFilterWords(scope.narrowing);
  const { agencia, vista, operador, externalid } = scope;
  const agency = agencia.toLowerCase();
  const limited = ownInquiriesIn.includes(agency) && agency !== person.mail.toLowerCase();
  const place = timeZone.split('/').at(-1)?.replaceAll('_', ' ');
  const periodOf = ({ desde, hasta }: NonNullable<ExportScope['days']>) =>
    desde === undefined ? `… – ${days(hasta, hasta)}` : days(desde, hasta);
  const facts: [name: string, value: string][] = [
    [t`Agencia`, agencia],
    [
      t`Período`,
      scope.days
        ? t`${periodOf(scope.days)} (hora de ${place})`
        : vista === 'mias'
          ? t`Sin límite: todas las tuyas que siguen abiertas`
          : t`Sin límite: todas las que están pospuestas`,
    ],
    ...(vista ? [[t`Vista`, view[vista]] satisfies [string, string]] : []),
    ...(limited ? [[t`Solo`, t`las que te corresponden`] satisfies [string, string]] : []),
    ...(operador && !limited ? [[t`Operador`, operador] satisfies [string, string]] : []),
    ...(externalid ? [[t`Publicación`, externalid] satisfies [string, string]] : []),
    ...filters,
    [
      t`Orden`,
      vista === 'pospuestas'
        ? t`La que vuelve antes primero`
        : t`La más nueva primero, como las da el servicio`,
    ],
  ];
  return (
    <div>
      <dl className={css.facts} aria-label={t`Qué se exporta`}>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <Typography variant="body2" color="textSecondary" sx={{ mt: 1 }}>
        <Trans>Se exporta todo lo que coincide, también las páginas que no están en la pantalla.</Trans>
      </Typography>
    </div>
  );
}

/** The search and the facets of the address, each by its name. */
function useFilterWords(narrowing: ExportScope['narrowing']): [name: string, value: string][] {
  const { t } = useLingui();
  const { name: names, standing } = useNarrowingText();
  return (Object.entries(narrowing) as [NarrowingName, string][]).map(([name, value]) => {
    const shown = name === 'buscar' ? `«${value}»` : name === 'seguimiento' ? standing(value) : value;
    return [names[name], value === 'si' ? t`Sí` : shown];
  });
}

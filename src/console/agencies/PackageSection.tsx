import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { AgenciaProductos } from '#contract/agencies.ts';
import { unknownMembers } from '#contract/reading.ts';
import { dayAt } from '#contract/window.ts';
import { useSession } from '#console/session/session.ts';
import { FailureAlert } from '#console/ui/FailureAlert.tsx';
import { Fact, Facts, OtherFacts, Value } from '#console/ui/Facts.tsx';
import parts from '#console/ui/parts.module.css';
import { useFormats, useNow } from '#console/ui/use-formats.ts';
import css from './agencies.module.css';
import { agencyPackage } from './agency-queries.ts';
import { useAgenciesText } from './agencies-text.ts';
import { type Package, endingOf, middayOf, usedOf } from './package.ts';
import { PackageGauge } from './PackageGauge.tsx';

/** The publications that were contracted: how many are used, by exposure, and until when. */
export function PackageSection({ adminMail }: { adminMail: string }) {
  const { data, error, isPending, refetch } = useQuery(agencyPackage(adminMail));
  return (
    <section className={`${parts.section} ${css.data}`} aria-labelledby="package">
      <h2 id="package">
        <Trans>Paquete</Trans>
      </h2>
      {isPending && (
        <output className={parts.soft}>
          <Trans>Cargando el paquete</Trans>
        </output>
      )}
      {error && !data && <FailureAlert error={error} onRetry={() => void refetch()} />}
      {data && <Contracted of={data} />}
    </section>
  );
}

function Contracted({ of: data }: { of: Package }) {
  const { t } = useLingui();
  const text = useAgenciesText();
  const products = data.Productos ?? [];
  return (
    <>
      {!data.Paquete && products.length === 0 && (
        <p>
          <Trans>El servicio no informa ningún paquete: la agencia no tiene publicaciones contratadas.</Trans>
        </p>
      )}
      <ul className={css.gauges}>
        {products.map((product, index) => {
          const exposure = product.Exposicion ? text.exposure(product.Exposicion) : t`Sin exposición`;
          const use = usedOf([product]);
          return (
            // oxlint-disable-next-line react/no-array-index-key -- products have no other name
            <li key={index}>
              {exposure}
              {use ? (
                <PackageGauge of={use} label={exposure} />
              ) : (
                <Value value={product.Utilizadas ?? product.Contratadas ?? null} />
              )}
              {typeof product.Disponibles === 'number' && (
                <span className={parts.small}>
                  <Trans>
                    Disponibles: <Value value={product.Disponibles} />
                  </Trans>
                </span>
              )}
              <OtherFacts members={unknownMembers(AgenciaProductos.shape.Productos.def.element, product)} />
            </li>
          );
        })}
      </ul>
      <Facts title={t`Contrato`} of={data}>
        <Fact name="Paquete" label={t`Paquete`} />
        <Fact name="Desde" label={t`Desde`}>
          <Day day={data.Desde} />
        </Fact>
        <Fact name="Hasta" label={t`Hasta`}>
          <Day day={data.Hasta} ends />
        </Fact>
      </Facts>
      <OtherFacts members={unknownMembers(AgenciaProductos, data)} />
    </>
  );
}

function Day({ day, ends = false }: { day: unknown; ends?: boolean }) {
  const { timeZone } = useSession();
  const format = useFormats(timeZone);
  const now = useNow();
  const ending = endingOf(day, dayAt(now, timeZone));
  if (typeof day !== 'string' || !ending) return <Value value={day} />;
  return (
    <>
      {format.days(middayOf(day), middayOf(day))}
      {ends && ending === 'ended' && (
        <b>
          {' · '}
          <Trans>vencido</Trans>
        </b>
      )}
      {ends && ending === 'soon' && (
        <b>
          {' · '}
          <Trans>vence pronto</Trans>
        </b>
      )}
    </>
  );
}

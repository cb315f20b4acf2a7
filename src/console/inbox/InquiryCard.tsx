import { Trans, useLingui } from '@lingui/react/macro';
import { vehicleName } from '#contract/inquiry-names.ts';
import type { Inquiry } from '#console/inquiries/row.ts';
import { Fact, Facts, Value } from '#console/ui/Facts.tsx';
import { useFormats, useNow } from '#console/ui/use-formats.ts';
import css from './InquiryPanel.module.css';

export function InquiryLead({ inquiry: { Auto: vehicle, Momento } }: { inquiry: Inquiry }) {
  const { t } = useLingui();
  const format = useFormats();
  const now = useNow();
  return (
    <p className={css.lead}>
      <bdi className={css.vehicle}>{vehicleName(vehicle) || t`Sin vehículo`}</bdi>
      {vehicle.Precio && <span className={css.price}>{format.money(vehicle.Precio)}</span>}
      <time className={css.age} dateTime={Momento} title={format.exact(Momento)}>
        {format.age(Momento, now)}
      </time>
    </p>
  );
}

export function InquiryMessage({ inquiry: { Interesado: buyer } }: { inquiry: Inquiry }) {
  const { t } = useLingui();
  const operation = buyer.InfoOperacion;
  const wantsInsurance = operation?.QuiereCotizacionSeguro === true;
  const tradeIn = operation?.EntregaVehiculo;
  const finance = operation?.FinanciacionDeseada;
  return (
    <>
      <section className={css.comment} aria-label={t`Comentario`}>
        <p dir="auto">{buyer.Comentario || <span className="missing-value">{t`Sin comentario`}</span>}</p>
      </section>
      {(tradeIn || finance || wantsInsurance) && (
        <Facts compact hasHeading={false} title={t`Lo que pide`} data={operation ?? {}}>
          {tradeIn && (
            <Fact name="EntregaVehiculo" label={t`Entrega su vehículo`}>
              <bdi className={css.wish}>{vehicleName(tradeIn)}</bdi>
            </Fact>
          )}
          {finance && (
            <Fact name="FinanciacionDeseada" label={t`Financiación`}>
              <span className={css.wish}>
                <span>
                  <Trans>Adelanto:</Trans> <Value value={finance.Adelanto} />
                </span>{' '}
                <span>
                  <Trans>Cuota:</Trans> <Value value={finance.Cuota} />
                </span>
              </span>
            </Fact>
          )}
          {wantsInsurance && <Fact name="QuiereCotizacionSeguro" label={t`Quiere cotizar el seguro`} />}
        </Facts>
      )}
    </>
  );
}

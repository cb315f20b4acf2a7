import { Trans, useLingui } from '@lingui/react/macro';
import { vehicleName } from '#contract/inquiry-names.ts';
import { Consulta } from '#contract/inquiries.ts';
import { unknownMembers } from '#contract/reading.ts';
import type { Inquiry } from '#console/inquiries/row.ts';
import { useValueText } from '#console/inquiries/filter-text.ts';
import { Fact, Facts, UnknownFields, Value, RawReply } from '#console/ui/Facts.tsx';
import { useFormats, useNow } from '#console/ui/use-formats.ts';
import css from './InquiryPanel.module.css';

export function InquiryCard({ inquiry }: { inquiry: Inquiry }) {
  const { t } = useLingui();
  const format = useFormats();
  const now = useNow();
  const { Interesado: buyer, Auto: vehicle } = inquiry;
  return (
    <>
      <p className={css.lead}>
        <bdi className={css.vehicle}>{vehicleName(vehicle) || t`Sin vehículo`}</bdi>
        {vehicle.Precio && <span className={css.price}>{format.money(vehicle.Precio)}</span>}
        <time className={css.age} dateTime={inquiry.Momento} title={format.exact(inquiry.Momento)}>
          {format.age(inquiry.Momento, now)}
        </time>
      </p>
      <section className={css.comment} aria-label={t`Comentario`}>
        <p dir="auto">{buyer.Comentario || <span className="missing-value">{t`Sin comentario`}</span>}</p>
      </section>
      <div className={css.denseFacts}>
        <BuyerFacts inquiry={inquiry} />
        <VehicleFacts vehicle={vehicle} />
      </div>
    </>
  );
}

function BuyerFacts({ inquiry }: { inquiry: Inquiry }) {
  const { t } = useLingui();
  const valueText = useValueText();
  const { Interesado: buyer } = inquiry;
  const { InfoOperacion: operation } = buyer;
  const tradeIn = operation?.EntregaVehiculo;
  const finance = operation?.FinanciacionDeseada;
  return (
    <Facts compact hasHeading={false} title={t`Lo principal`} data={buyer}>
      <Fact name="Telefono" label={t`Teléfono`} />
      <Fact name="Email" label={t`Correo`}>
        <MailText mail={buyer.Email} />
      </Fact>
      <Fact name="Ciudad" label={t`Ciudad`} />
      <Fact name="Provincia" label={t`Provincia`} />
      {operation === null && <Fact name="InfoOperacion" label={t`Permuta, financiación y seguro`} />}
      {operation && (
        <>
          <Fact data={operation} name="EntregaVehiculo" label={t`Entrega su vehículo`}>
            {tradeIn ? <bdi className={css.wish}>{vehicleName(tradeIn)}</bdi> : undefined}
          </Fact>
          <Fact data={operation} name="FinanciacionDeseada" label={t`Financiación`}>
            {finance ? (
              <span className={css.wish}>
                <span>
                  <Trans>Adelanto:</Trans> <Value value={finance.Adelanto} />
                </span>{' '}
                <span>
                  <Trans>Cuota:</Trans> <Value value={finance.Cuota} />
                </span>
              </span>
            ) : undefined}
          </Fact>
          <Fact data={operation} name="QuiereCotizacionSeguro" label={t`Quiere cotizar el seguro`} />
        </>
      )}
      <Fact data={inquiry} name="OrigenLead" label={t`Origen`}>
        {valueText('OrigenLead', inquiry.OrigenLead)}
      </Fact>
      <Fact data={inquiry} name="OperadorResponsable" label={t`Operador, según el servicio`}>
        <MailText mail={inquiry.OperadorResponsable} />
      </Fact>
    </Facts>
  );
}

function MailText({ mail }: { mail: string | null | undefined }) {
  const at = mail?.lastIndexOf('@') ?? -1;
  if (!mail || at < 1) return <Value value={mail} />;
  return (
    <bdi>
      {mail.slice(0, at)}
      <wbr />
      {mail.slice(at)}
    </bdi>
  );
}

function VehicleFacts({ vehicle }: { vehicle: Inquiry['Auto'] }) {
  const { t } = useLingui();
  const valueText = useValueText();
  return (
    <Facts compact title={t`Vehículo`} data={vehicle}>
      <Fact name="Marca" label={t`Marca`} />
      <Fact name="Modelo" label={t`Modelo`} />
      <Fact name="Version" label={t`Versión`} />
      <Fact name="VersionYear" label={t`Año`}>
        {typeof vehicle.VersionYear === 'number' ? String(vehicle.VersionYear) : undefined}
      </Fact>
      <Fact name="Kilometraje" label={t`Kilómetros`} />
      <Fact name="Color" label={t`Color`} />
      <Fact name="BodyType" label={t`Carrocería`} />
      <Fact name="Estado" label={t`Estado`}>
        {valueText('Estado', vehicle.Estado)}
      </Fact>
      <Fact name="Precio" label={t`Precio`} />
      <Fact name="Anticipo" label={t`Anticipo`} />
      <Fact name="Cuota" label={t`Cuota`} />
      <Fact name="ExternalId" label={t`Publicación`}>
        {vehicle.ExternalId === '' ? <span className="missing-value">{t`sin publicación`}</span> : undefined}
      </Fact>
      <Fact name="RefStock" label={t`Referencia de stock`} />
    </Facts>
  );
}

export function InquiryDetails({ inquiry }: { inquiry: Inquiry }) {
  const { t } = useLingui();
  const format = useFormats();
  const valueText = useValueText();
  const { Interesado: buyer } = inquiry;
  return (
    <>
      <Facts title={t`Consulta`} data={inquiry}>
        <Fact data={buyer} name="Interes" label={t`Interés`}>
          {valueText('Interes', buyer.Interes)}
        </Fact>
        <Fact data={buyer} name="DocIdentidad" label={t`Documento`} />
        <Fact name="Momento" label={t`Recibida`}>
          {format.exact(inquiry.Momento)}
        </Fact>
        <Fact name="TipoAnuncio" label={t`Tipo de publicación`}>
          {valueText('TipoAnuncio', inquiry.TipoAnuncio)}
        </Fact>
      </Facts>
      <div className="stack">
        <UnknownFields members={unknownMembers(Consulta, inquiry)} />
        <RawReply reply={inquiry} />
      </div>
    </>
  );
}

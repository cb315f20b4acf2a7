import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { Consulta } from '#contract/inquiries.ts';
import { unknownMembers } from '#contract/reading.ts';
import { useSession } from '#console/session/session.ts';
import { CloseIcon } from '#console/shell/icons.tsx';
import { FailurePanel } from '#console/shell/FailurePanel.tsx';
import { dialable, mailable } from '#console/ui/contact.ts';
import { Fact, Facts, OtherFacts, Value, WholeReply } from '#console/ui/Facts.tsx';
import { useFormats, useNow } from '#console/ui/use-formats.ts';
import { useTitle } from '#console/ui/title.ts';
import css from './InquiryPanel.module.css';
import { type Inquiry, inquiry } from './inquiries-queries.ts';
import { personName, vehicleName } from './inquiry-text.ts';
import { ResendFold } from './ResendFold.tsx';

interface Props {
  adminMail: string;
  sid: string;
  /** The same inquiry as the list holds it: shown at once. */
  held: { entry: Inquiry; at: number } | undefined;
  onClose: () => void;
}

/** One inquiry with everything that the service sent of it. */
export function InquiryPanel({ adminMail, sid, held, onClose }: Props) {
  const { t } = useLingui();
  const { data, error, refetch, isPending } = useQuery({
    ...inquiry(adminMail, sid),
    ...(held && { initialData: held.entry, initialDataUpdatedAt: held.at }),
  });
  const heading = useRef<HTMLHeadingElement>(null);
  const shown = Boolean(data);
  useEffect(() => {
    if (shown) heading.current?.focus({ preventScroll: true });
  }, [shown]);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (
        event.key === 'Escape' &&
        !event.defaultPrevented &&
        !document.querySelector('[role=dialog],[role=menu]')
      )
        onClose();
    };
    addEventListener('keydown', onKey);
    return () => removeEventListener('keydown', onKey);
  });
  useTitle(data && personName(data.Interesado), t`Consultas`);

  return (
    <article className={css.panel}>
      <header className={css.head}>
        <h2 className={css.name} ref={heading} tabIndex={-1}>
          <bdi>{data ? personName(data.Interesado) || t`Sin nombre` : t`Consulta`}</bdi>
        </h2>
        <button
          type="button"
          className="button quiet"
          aria-label={t`Cerrar la consulta`}
          title={t`Cerrar (Esc)`}
          onClick={onClose}
        >
          <CloseIcon />
        </button>
      </header>
      {isPending && (
        <output className={css.waiting}>
          <Trans>Cargando la consulta</Trans>
        </output>
      )}
      {error && !data && (
        <FailurePanel error={error} onRetry={() => void refetch()}>
          <button type="button" className="button" onClick={onClose}>
            <Trans>Volver a la lista</Trans>
          </button>
        </FailurePanel>
      )}
      {data && <Whole data={data} />}
      {data && <ResendFold key={sid} adminMail={adminMail} sid={sid} />}
    </article>
  );
}

function Whole({ data }: { data: Inquiry }) {
  const { t } = useLingui();
  const { timeZone } = useSession();
  const format = useFormats(timeZone);
  const now = useNow();
  const { Interesado: person, Auto: vehicle } = data;
  const operation = person.InfoOperacion;
  const tradeIn = operation?.EntregaVehiculo;
  const finance = operation?.FinanciacionDeseada;
  const unknown = unknownMembers(Consulta, data);
  const mail = mailable(person.Email);
  const phone = dialable(person.Telefono);

  return (
    <>
      <p className={css.lead}>
        <bdi className={css.vehicle}>{vehicleName(vehicle) || t`Sin vehículo`}</bdi>
        {vehicle.Precio && <span className={css.price}>{format.money(vehicle.Precio)}</span>}
        <time className={css.age} dateTime={data.Momento} title={format.exact(data.Momento)}>
          {format.age(data.Momento, now)}
        </time>
      </p>
      <section className={css.comment} aria-label={t`Comentario`}>
        <p dir="auto">{person.Comentario || <span className={css.none}>{t`Sin comentario`}</span>}</p>
      </section>

      <Facts title={t`Persona`} of={person}>
        <Fact name="Telefono" label={t`Teléfono`}>
          {phone ? <a href={`tel:${phone}`}>{String(person.Telefono)}</a> : undefined}
        </Fact>
        <Fact name="Email" label={t`Correo`}>
          {mail ? <a href={`mailto:${mail}`}>{mail}</a> : undefined}
        </Fact>
        <Fact name="Interes" label={t`Interés`} />
        <Fact name="Provincia" label={t`Provincia`} />
        <Fact name="Ciudad" label={t`Ciudad`} />
        <Fact name="DocIdentidad" label={t`Documento`} />
      </Facts>

      <Facts title={t`Vehículo`} of={vehicle}>
        <Fact name="Marca" label={t`Marca`} />
        <Fact name="Modelo" label={t`Modelo`} />
        <Fact name="Version" label={t`Versión`} />
        <Fact name="VersionYear" label={t`Año`}>
          {typeof vehicle.VersionYear === 'number' ? String(vehicle.VersionYear) : undefined}
        </Fact>
        <Fact name="Kilometraje" label={t`Kilómetros`} />
        <Fact name="Color" label={t`Color`} />
        <Fact name="BodyType" label={t`Carrocería`} />
        <Fact name="Estado" label={t`Estado`} />
        <Fact name="Precio" label={t`Precio`} />
        <Fact name="Anticipo" label={t`Anticipo`} />
        <Fact name="Cuota" label={t`Cuota`} />
        <Fact name="ExternalId" label={t`Publicación`}>
          {vehicle.ExternalId === '' ? <span className={css.none}>{t`sin publicación`}</span> : undefined}
        </Fact>
        <Fact name="RefStock" label={t`Referencia de stock`} />
      </Facts>

      {operation === null && (
        <Facts title={t`Operación`} of={person}>
          <Fact name="InfoOperacion" label={t`Permuta, financiación y seguro`} />
        </Facts>
      )}
      {operation && (
        <Facts title={t`Operación`} of={operation}>
          <Fact name="EntregaVehiculo" label={t`Entrega su vehículo`}>
            {tradeIn ? <bdi>{vehicleName(tradeIn)}</bdi> : undefined}
          </Fact>
          <Fact name="FinanciacionDeseada" label={t`Financiación`}>
            {finance ? (
              <>
                <Trans>Adelanto:</Trans> <Value value={finance.Adelanto} /> · <Trans>Cuota:</Trans>{' '}
                <Value value={finance.Cuota} />
              </>
            ) : undefined}
          </Fact>
          <Fact name="QuiereCotizacionSeguro" label={t`Quiere cotizar el seguro`} />
        </Facts>
      )}

      <Facts title={t`Consulta`} of={data}>
        <Fact name="Momento" label={t`Recibida`}>
          {format.exact(data.Momento)}
        </Fact>
        <Fact name="OrigenLead" label={t`Origen`} />
        <Fact name="TipoAnuncio" label={t`Tipo de anuncio`} />
        <Fact name="OperadorResponsable" label={t`Operador responsable`} />
      </Facts>

      <div className={css.folds}>
        <OtherFacts members={unknown} />
        <WholeReply reply={data} />
      </div>
    </>
  );
}

import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { type FocusEvent, useEffect, useRef } from 'react';
import { Consulta } from '#contract/inquiries.ts';
import { unknownMembers } from '#contract/reading.ts';
import { personName, vehicleName } from '#contract/inquiry-names.ts';
import { useFailureSentence } from '#console/api/failure-sentence.ts';
import { Failure } from '#console/api/failure.ts';
import { CardTools, PrintedFrom } from '#console/answering/CardTools.tsx';
import { useSession } from '#console/session/session.ts';
import { FailurePanel } from '#console/ui/FailurePanel.tsx';
import { useAfterPaint } from '#console/ui/after-paint.ts';
import { Fact, Facts, UnknownFields, Value, RawReply } from '#console/ui/Facts.tsx';
import { lazyPart } from '#console/ui/lazy-part.tsx';
import { SlowNotice } from '#console/ui/SlowNotice.tsx';
import { useFormats, useNow } from '#console/ui/use-formats.ts';
import { useValueText } from '#console/inquiries/value-text.ts';
import { useTitle } from '#console/ui/title.ts';
import css from './InquiryPanel.module.css';
import { type Inquiry, indexedInquiry, inquiry } from '#console/inquiries/inquiries-queries.ts';
import { ResendFold } from './ResendFold.tsx';
import { retryDelay } from '#console/inquiries/use-list.ts';

const contactActions = lazyPart(() =>
  import('#console/answering/ContactActions.tsx').then((module) => module.ContactActions),
);
const followUpSection = lazyPart(() =>
  import('#console/follow-up/FollowUpSection.tsx').then((module) => module.FollowUpSection),
);
const buyerInquiries = lazyPart(
  () => import('#console/follow-up/BuyerInquiries.tsx').then((module) => module.BuyerInquiries),
  { fallback: () => null },
);
const erasureFold = lazyPart(
  () => import('#console/follow-up/ErasureFold.tsx').then((module) => module.ErasureFold),
  { fallback: () => null },
);
// This chunk comes ahead of the first click, and so does what stands on the card.
void contactActions.preload();
void followUpSection.preload();
void buyerInquiries.preload();

const lookingLine = lazyPart(() =>
  import('#console/live/LookingLine.tsx').then((module) => module.LookingLine),
);

export interface Props {
  adminMail: string;
  sid: string;
  /** The same inquiry as the list holds it, shown at once; and when that was read, ms since 1970. */
  held: Inquiry | undefined;
  heldAt: number;
  /** Addresses of the inquiries before and after it in the list, and where in it this one stands. */
  previous?: string | undefined;
  next?: string | undefined;
  position?: string | undefined;
  onClose: () => void;
}

/** One inquiry with everything that the service sent of it. */
export function InquiryPanel({ adminMail, sid, held, heldAt, previous, next, position, onClose }: Props) {
  const { t } = useLingui();
  const { may } = useSession();
  // What is read first is painted first.
  const painted = useAfterPaint();
  const {
    data: current,
    error,
    refetch,
    isPending,
  } = useQuery({
    ...inquiry(adminMail, sid),
    enabled: painted || !held,
    ...(held && { initialData: held, initialDataUpdatedAt: heldAt }),
    refetchInterval: ({ state }) => state.data === undefined && retryDelay(state.error),
  });
  const isUnread = Boolean(error) && !isRefusal(error);
  const indexed = useQuery({
    ...indexedInquiry(adminMail, sid),
    enabled: (!current || isUnread) && may.includes('viewIndexedInquiry'),
  });
  const copy = isRefusal(error) || isRefusal(indexed.error) ? undefined : indexed.data;
  const data = current ?? copy?.entry;
  const isWaiting = !data && !isRefusal(error) && (isPending || indexed.isLoading);
  const heading = useRef<HTMLHeadingElement>(null);
  const shown = Boolean(data);
  useEffect(() => {
    if (shown) heading.current?.focus({ preventScroll: true });
  }, [shown]);
  useTitle(data && personName(data.Interesado), t`Consultas`);

  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- it hears what bubbles up from fields
    <article className={css.sheet} onFocus={scrollFocusClear}>
      <div className={css.panel}>
        <CardTools
          adminMail={adminMail}
          sid={sid}
          previous={previous}
          next={next}
          position={position}
          onClose={onClose}
        />
        <div className={css.looking}>
          {data && painted && may.includes('noteLooking') && (
            <lookingLine.Page adminMail={adminMail} sid={sid} />
          )}
        </div>
        <h2 className={css.name} ref={heading} tabIndex={-1}>
          <bdi>{data ? personName(data.Interesado) || t`Sin nombre` : t`Consulta`}</bdi>
        </h2>
        {copy && error && (
          <div className={current && css.narrowOnly}>
            <CopyNotice error={error} asOf={copy.asOf} onRetry={() => void refetch()} />
          </div>
        )}
        {isWaiting && (
          <div className={css.waiting}>
            <output>
              <Trans>Cargando la consulta</Trans>
            </output>
            <SlowNotice />
          </div>
        )}
        {error && !data && !isWaiting && (
          <FailurePanel error={error} onRetry={() => void refetch()}>
            <button type="button" className="button" onClick={onClose}>
              <Trans>Volver a la lista</Trans>
            </button>
          </FailurePanel>
        )}
        {data && <Card adminMail={adminMail} sid={sid} data={data} />}
        {data && painted && may.includes('listOfBuyer') && (
          <buyerInquiries.Page adminMail={adminMail} sid={sid} />
        )}
        {data && may.includes('viewFollowUp') && (
          <div className={css.followUp}>
            {painted && <followUpSection.Page adminMail={adminMail} sid={sid} inquiry={data} />}
          </div>
        )}
        {data && painted && (
          <>
            <Details data={data} />
            <PrintedFrom adminMail={adminMail} sid={sid} />
            <ResendFold adminMail={adminMail} sid={sid} />
            {may.includes('eraseBuyer') && <erasureFold.Page adminMail={adminMail} sid={sid} />}
          </>
        )}
      </div>
    </article>
  );
}

/** Whether there is no such inquiry, or not for this person. */
function isRefusal(error: Error | null): boolean {
  return error instanceof Failure && [403, 404].includes(error.status);
}

/** The service does not answer: since when the inquiry that is shown may have changed. */
function CopyNotice({ error, asOf, onRetry }: { error: Error; asOf: number; onRetry: () => void }) {
  const { timeZone } = useSession();
  const format = useFormats(timeZone);
  const now = useNow();
  const { what } = useFailureSentence(error);
  const read = new Date(asOf).toISOString();
  const age = format.age(read, now);
  return (
    <div className={css.copy}>
      <output title={format.exact(read)}>
        <Trans>
          {what}. Última lectura: {age}
        </Trans>
      </output>
      <button type="button" className="button quiet" onClick={onRetry}>
        <Trans>Reintentar</Trans>
      </button>
    </div>
  );
}

/** What is read before calling, and how to. */
function Card({ adminMail, sid, data }: { adminMail: string; sid: string; data: Inquiry }) {
  const { t } = useLingui();
  const { timeZone } = useSession();
  const format = useFormats(timeZone);
  const now = useNow();
  const { Interesado: person, Auto: vehicle } = data;
  const operation = person.InfoOperacion;
  const valueText = useValueText();
  const tradeIn = operation?.EntregaVehiculo;
  const finance = operation?.FinanciacionDeseada;

  return (
    <>
      <p className={css.lead}>
        <bdi className={css.vehicle}>{vehicleName(vehicle) || t`Sin vehículo`}</bdi>
        {vehicle.Precio && <span className={css.price}>{format.money(vehicle.Precio)}</span>}
        <time className={css.age} dateTime={data.Momento} title={format.exact(data.Momento)}>
          {format.age(data.Momento, now)}
        </time>
      </p>
      <div className={css.contact}>
        <contactActions.Page adminMail={adminMail} sid={sid} inquiry={data} />
      </div>
      <section className={css.comment} aria-label={t`Comentario`}>
        <p dir="auto">{person.Comentario || <span className={css.none}>{t`Sin comentario`}</span>}</p>
      </section>

      <Facts compact title={t`Lo principal`} data={person}>
        <Fact name="Telefono" label={t`Teléfono`} />
        <Fact name="Email" label={t`Correo`}>
          <MailText mail={person.Email} />
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
        <Fact data={data} name="OrigenLead" label={t`Origen`}>
          {valueText('OrigenLead', data.OrigenLead)}
        </Fact>
        <Fact data={data} name="OperadorResponsable" label={t`Operador, según el servicio`}>
          <MailText mail={data.OperadorResponsable} />
        </Fact>
      </Facts>
    </>
  );
}

/** A mail that breaks before its domain, if it must. */
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

/** The rest of what the service sent, for who looks for it. */
function Details({ data }: { data: Inquiry }) {
  const { t } = useLingui();
  const { timeZone } = useSession();
  const format = useFormats(timeZone);
  const { Interesado: person, Auto: vehicle } = data;
  const valueText = useValueText();
  return (
    <>
      <Facts title={t`Vehículo`} data={vehicle}>
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
          {vehicle.ExternalId === '' ? <span className={css.none}>{t`sin publicación`}</span> : undefined}
        </Fact>
        <Fact name="RefStock" label={t`Referencia de stock`} />
      </Facts>

      <Facts title={t`Consulta`} data={data}>
        <Fact data={person} name="Interes" label={t`Interés`}>
          {valueText('Interes', person.Interes)}
        </Fact>
        <Fact data={person} name="DocIdentidad" label={t`Documento`} />
        <Fact name="Momento" label={t`Recibida`}>
          {format.exact(data.Momento)}
        </Fact>
        <Fact name="TipoAnuncio" label={t`Tipo de publicación`}>
          {valueText('TipoAnuncio', data.TipoAnuncio)}
        </Fact>
      </Facts>

      <div className={css.folds}>
        <UnknownFields members={unknownMembers(Consulta, data)} />
        <RawReply reply={data} />
      </div>
    </>
  );
}

/** Browsers do not scroll to a focused field that is in view, though the undo notice may cover it. */
function scrollFocusClear({ target }: FocusEvent): void {
  if (target.matches(':focus-visible:not([tabindex="-1"])')) target.scrollIntoView({ block: 'nearest' });
}

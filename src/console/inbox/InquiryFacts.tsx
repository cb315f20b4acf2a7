import { plural } from '@lingui/core/macro';
import { useLingui } from '@lingui/react/macro';
import { Fragment, type ReactNode } from 'react';
import { Consulta } from '#contract/inquiries.ts';
import { lookUp } from '#contract/look-up.ts';
import { unknownMembers } from '#contract/reading.ts';
import type { Inquiry } from '#console/inquiries/row.ts';
import { useValueText } from '#console/inquiries/filter-text.ts';
import { Facts, RawReply, UnknownFields, Value } from '#console/ui/Facts.tsx';
import { useFormats } from '#console/ui/use-formats.ts';
import css from './InquiryPanel.module.css';

interface ListedFact {
  label: string;
  value: unknown;
  content?: ReactNode;
  isShownAbove?: boolean;
}

const isEmpty = ({ value }: ListedFact) => value === null || value === '';

export function InquiryFacts({ inquiry, children }: { inquiry: Inquiry; children?: ReactNode }) {
  const { t } = useLingui();
  const groups = useFactGroups(inquiry);
  const empty = groups.flatMap(({ facts }) => facts.filter(isEmpty));
  const count = empty.length;
  return (
    <>
      {groups.map(({ title, facts }) => {
        const shown = facts.filter(
          (fact) => fact.value !== undefined && !isEmpty(fact) && !fact.isShownAbove,
        );
        return (
          shown.length > 0 && (
            <Facts key={title} compact title={title} data={inquiry}>
              <FactList facts={shown} />
            </Facts>
          )
        );
      })}
      {children}
      <div className={css.folds} data-print="hidden">
        {count > 0 && (
          <details className={css.fold}>
            <summary>{t`${plural(count, { one: '# sin dato', other: '# sin dato' })}`}</summary>
            <dl>
              <FactList facts={empty} />
            </dl>
          </details>
        )}
        <UnknownFields members={unknownMembers(Consulta, inquiry)} />
        <RawReply reply={inquiry} />
      </div>
    </>
  );
}

const FactList = ({ facts }: { facts: readonly ListedFact[] }) =>
  facts.map(({ label, value, content }) => (
    <div key={label}>
      <dt>{label}</dt>
      <dd>{value === null || content === undefined ? <Value value={value} /> : content}</dd>
    </div>
  ));

function useFactGroups(inquiry: Inquiry): { title: string; facts: ListedFact[] }[] {
  const { t } = useLingui();
  const format = useFormats();
  const valueText = useValueText();
  const { Interesado: buyer, Auto: vehicle } = inquiry;
  const of = (data: object) => (name: string, label: string, content?: ReactNode) => ({
    label,
    value: lookUp<unknown>(data, name),
    content,
  });
  const ofBuyer = of(buyer);
  const ofVehicle = of(vehicle);
  const ofInquiry = of(inquiry);
  const ofOperation = of(buyer.InfoOperacion ?? {});
  const above = (fact: ListedFact) => ({ ...fact, isShownAbove: true });
  return [
    {
      title: t`Contacto`,
      facts: [
        ofBuyer('Telefono', t`Teléfono`),
        ofBuyer('Email', t`Correo`, <MailText mail={buyer.Email} />),
        ofBuyer('Ciudad', t`Ciudad`),
        ofBuyer('Provincia', t`Provincia`),
        ofBuyer('DocIdentidad', t`Documento`),
      ],
    },
    {
      title: t`Vehículo`,
      facts: [
        above(ofVehicle('Marca', t`Marca`)),
        above(ofVehicle('Modelo', t`Modelo`)),
        ofVehicle('Version', t`Versión`),
        above(ofVehicle('VersionYear', t`Año`)),
        ofVehicle('Kilometraje', t`Kilómetros`),
        ofVehicle('Color', t`Color`),
        ofVehicle('BodyType', t`Carrocería`),
        ofVehicle('Estado', t`Estado`, valueText('Estado', vehicle.Estado)),
        above(ofVehicle('Precio', t`Precio`)),
        ofVehicle('Anticipo', t`Anticipo`),
        ofVehicle('Cuota', t`Cuota`),
        ofVehicle(
          'ExternalId',
          t`Publicación`,
          vehicle.ExternalId === '' ? <span className="missing-value">{t`sin publicación`}</span> : undefined,
        ),
        ofVehicle('RefStock', t`Referencia de stock`),
      ],
    },
    {
      title: t`Consulta`,
      facts: [
        ofInquiry('Momento', t`Recibida`, format.exact(inquiry.Momento)),
        ofBuyer('Interes', t`Interés`, valueText('Interes', buyer.Interes)),
        ofInquiry('OrigenLead', t`Origen`, valueText('OrigenLead', inquiry.OrigenLead)),
        ofInquiry('TipoAnuncio', t`Tipo de publicación`, valueText('TipoAnuncio', inquiry.TipoAnuncio)),
        ofInquiry(
          'OperadorResponsable',
          t`Operador, según el servicio`,
          <MailText mail={inquiry.OperadorResponsable} />,
        ),
        above(ofBuyer('InfoOperacion', t`Permuta, financiación y seguro`)),
        above(ofOperation('EntregaVehiculo', t`Entrega su vehículo`)),
        above(ofOperation('FinanciacionDeseada', t`Financiación`)),
        {
          ...ofOperation('QuiereCotizacionSeguro', t`Quiere cotizar el seguro`),
          isShownAbove: buyer.InfoOperacion?.QuiereCotizacionSeguro === true,
        },
      ],
    },
  ];
}

function MailText({ mail }: { mail: string | null | undefined }) {
  if (!mail) return <Value value={mail} />;
  const [first, ...parts] = mail.split(/(?=[@.])/);
  return (
    <bdi>
      {first}
      {parts.map((part, at) => (
        // oxlint-disable-next-line react/no-array-index-key -- the parts have no identity and never move
        <Fragment key={at}>
          <wbr />
          {part}
        </Fragment>
      ))}
    </bdi>
  );
}

import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { Consulta } from '#contract/inquiries.ts';
import { lookUp } from '#contract/look-up.ts';
import { unknownMembers } from '#contract/reading.ts';
import type { Inquiry } from '#console/inquiries/row.ts';
import { useValueText } from '#console/inquiries/filter-text.ts';
import { Facts, RawReply, UnknownFields, Value } from '#console/ui/Facts.tsx';
import { MailText } from '#console/ui/MailText.tsx';
import { useFormats } from '#console/ui/use-formats.ts';
import css from './InquiryPanel.module.css';

interface ListedFact {
  label: string;
  value: unknown;
  content?: ReactNode;
  isShownAbove?: boolean;
}

const isEmpty = ({ value }: ListedFact) => value === undefined || value === null || value === '';

export function InquiryFacts({ inquiry, children }: { inquiry: Inquiry; children?: ReactNode }) {
  const { t } = useLingui();
  const groups = useFactGroups(inquiry);
  const empty = groups.flatMap(({ facts }) => facts.filter(isEmpty));
  const count = empty.length;
  return (
    <>
      {groups.map(({ title, facts }) => {
        const shown = facts.filter((fact) => !isEmpty(fact) && !fact.isShownAbove);
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
            <summary>{t`${count} sin dato`}</summary>
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
      <dd>
        {value === undefined || value === null || content === undefined ? <Value value={value} /> : content}
      </dd>
    </div>
  ));

function useFactGroups(inquiry: Inquiry): { title: string; facts: ListedFact[] }[] {
  const { t } = useLingui();
  const format = useFormats();
  const valueText = useValueText();
  const { Interesado: buyer, Auto: vehicle } = inquiry;
  const readFrom = (data: object) => (name: string, label: string, content?: ReactNode) => ({
    label,
    value: lookUp<unknown>(data, name),
    content,
  });
  const buyerFact = readFrom(buyer);
  const vehicleFact = readFrom(vehicle);
  const inquiryFact = readFrom(inquiry);
  const { InfoOperacion: operation } = buyer;
  const operationFact = readFrom(operation ?? {});
  const markShown = (fact: ListedFact) => ({ ...fact, isShownAbove: true });
  return [
    {
      title: t`Contacto`,
      facts: [
        buyerFact('Telefono', t`Teléfono`),
        buyerFact('Email', t`Correo`, <MailValue mail={buyer.Email} />),
        buyerFact('Ciudad', t`Ciudad`),
        buyerFact('Provincia', t`Provincia`),
        buyerFact('DocIdentidad', t`Documento`),
      ],
    },
    {
      title: t`Vehículo`,
      facts: [
        markShown(vehicleFact('Marca', t`Marca`)),
        markShown(vehicleFact('Modelo', t`Modelo`)),
        vehicleFact('Version', t`Versión`),
        markShown(vehicleFact('VersionYear', t`Año`)),
        vehicleFact('Kilometraje', t`Kilómetros`),
        vehicleFact('Color', t`Color`),
        vehicleFact('BodyType', t`Carrocería`),
        vehicleFact('Estado', t`Estado`, valueText('Estado', vehicle.Estado)),
        markShown(vehicleFact('Precio', t`Precio`)),
        vehicleFact('Anticipo', t`Anticipo`),
        vehicleFact('Cuota', t`Cuota`),
        vehicleFact(
          'ExternalId',
          t`Publicación`,
          vehicle.ExternalId === '' ? <span className="missing-value">{t`sin publicación`}</span> : undefined,
        ),
        vehicleFact('RefStock', t`Referencia de stock`),
      ],
    },
    {
      title: t`Consulta`,
      facts: [
        inquiryFact('Momento', t`Recibida`, format.exact(inquiry.Momento)),
        buyerFact('Interes', t`Interés`, valueText('Interes', buyer.Interes)),
        inquiryFact('OrigenLead', t`Origen`, valueText('OrigenLead', inquiry.OrigenLead)),
        inquiryFact('TipoAnuncio', t`Tipo de publicación`, valueText('TipoAnuncio', inquiry.TipoAnuncio)),
        inquiryFact(
          'OperadorResponsable',
          t`Operador, según el servicio`,
          <MailValue mail={inquiry.OperadorResponsable} />,
        ),
        markShown(buyerFact('InfoOperacion', t`Permuta, financiación y seguro`)),
        ...(operation
          ? [
              markShown(operationFact('EntregaVehiculo', t`Entrega su vehículo`)),
              markShown(operationFact('FinanciacionDeseada', t`Financiación`)),
              {
                ...operationFact('QuiereCotizacionSeguro', t`Quiere cotizar el seguro`),
                isShownAbove: operation.QuiereCotizacionSeguro === true,
              },
            ]
          : []),
      ],
    },
  ];
}

function MailValue({ mail }: { mail: string | null | undefined }) {
  return mail ? <MailText mail={mail} /> : <Value value={mail} />;
}

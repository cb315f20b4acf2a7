import { lookUp } from '#contract/look-up.ts';
import {
  HIDDEN,
  maskContactsWithin,
  maskDocument,
  maskMail,
  maskName,
  maskPhone,
  maskSurname,
} from '#contract/masking.ts';
import type { Inquiry } from '#console/inquiries/row.ts';

type Mask = (text: string) => string;

export interface Masks {
  maskInquiry: (inquiry: Inquiry) => Inquiry;
  maskText: Mask;
}

export const masks: Masks = { maskInquiry, maskText: maskContactsWithin };

function maskInquiry(inquiry: Inquiry): Inquiry {
  const { Interesado: buyer } = inquiry;
  const operation = buyer.InfoOperacion;
  const tradeIn = operation?.EntregaVehiculo;
  return {
    ...inquiry,
    Interesado: {
      ...maskMembers(buyer, {
        Nombre: maskName,
        Apellido: maskSurname,
        Email: maskMail,
        Telefono: maskPhone,
        DocIdentidad: maskDocument,
        Comentario: maskContactsWithin,
        Interes: maskContactsWithin,
        Provincia: maskContactsWithin,
        Ciudad: maskContactsWithin,
      }),
      ...(operation && {
        InfoOperacion: {
          ...operation,
          ...(tradeIn && {
            EntregaVehiculo: maskMembers(tradeIn, { Marca: maskContactsWithin, Modelo: maskContactsWithin }),
          }),
        },
      }),
    },
  };
}

function maskMembers<Values extends object>(values: Values, members: Record<string, Mask>): Values {
  const masked = Object.entries(values).map(([name, value]: [string, unknown]) => {
    const mask = lookUp<Mask>(members, name);
    if (!mask || value === null || value === undefined || value === '') return [name, value];
    return [name, typeof value === 'string' || typeof value === 'number' ? mask(String(value)) : HIDDEN];
  });
  return Object.fromEntries(masked) as Values;
}

import type { Person } from '#testing/server-process.ts';
import { type Inquiry, createAgency, createSeller, receiveInquiry } from './actions.ts';
import { test as base } from './test.ts';

/** An agency that no other test knows, without inquiries, and its seller. */
interface OwnAgency {
  adminMail: string;
  /** The name of the seller is Paula Rey. */
  seller: Person;
  /** Somebody writes to it; what `given` leaves out is made up. */
  receive(name: string, given?: object): Promise<Inquiry>;
}

/** Tests of what arrives, is counted or stands in views: in an agency where nobody else does anything. */
export const test = base.extend<{ agency: OwnAgency }>({
  agency: async ({ vitrina, clientOf }, use) => {
    const partner = await clientOf('partner');
    const adminMail = await createAgency(vitrina, partner);
    const seller = await createSeller(vitrina, partner, { agencies: [adminMail] });
    await use({
      adminMail,
      seller,
      receive: (name, { Interesado, ...given }: { Interesado?: object } = {}) =>
        receiveInquiry(vitrina, adminMail, {
          ...given,
          Interesado: { Nombre: name, Apellido: '', Comentario: 'Hola', ...Interesado },
        }),
    });
  },
});

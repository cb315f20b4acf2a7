import { randomUUID } from 'node:crypto';
import { type Browser, type Page, expect } from '@playwright/test';
import { desk } from '#contract/desk/desk.ts';
import type { ChangeFollowUp } from '#contract/desk/follow-up.ts';
import { CONSOLE_HEADER, PERSON_CALL } from '#contract/desk/page.ts';
import type { InvitePerson } from '#contract/desk/people.ts';
import { v3 } from '#contract/v3.ts';
import type { Person, Vitrina } from '#testing/server-process.ts';
import type { GatewayClient } from './gateway-client.ts';
import { mailedLink } from './mailbox.ts';

// Arranges data over HTTP, as another person would have, and never touches the data of another test.

export interface Inquiry {
  adminMail: string;
  sid: string;
  /** Address of the inquiry in the console. */
  path: string;
}

const PASSWORD = 'tres tristes tigres';
/** A name that no other test has. */
export const uniqueName = (prefix: string) => `${prefix}-${randomUUID().slice(0, 8)}`;

/** A visitor of the listings writes to an agency; what `given` leaves out is made up. */
export async function receiveInquiry(
  { serviceUrl }: Vitrina,
  adminMail: string,
  given: object = {},
): Promise<Inquiry> {
  const answer = await fetch(`${serviceUrl}/simulator/consultas/${adminMail}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(given),
  });
  expect(answer.status, await answer.text()).toBe(201);
  const sid = answer.headers.get('location')?.split('/').at(-1) ?? '';
  return { adminMail, sid, path: `/inquiries/${adminMail}/${sid}` };
}

/** An invited agency completes its registration. */
export async function registerAgency({ serviceUrl }: Vitrina, adminMail: string): Promise<void> {
  const answer = await fetch(`${serviceUrl}/simulator/agencias/${adminMail}/registro`, { method: 'POST' });
  expect(answer.status).toBe(204);
}

/** A new agency without inquiries; gives its AdminMail. */
export async function createAgency(vitrina: Vitrina, partner: GatewayClient, name?: string): Promise<string> {
  const adminMail = `${uniqueName('ventas')}@agencia.example`;
  await partner.call(v3.inviteAgency, {
    body: { AdminMail: adminMail, Nombre: name ?? uniqueName('Agencia') },
  });
  await registerAgency(vitrina, adminMail);
  return adminMail;
}

export interface SellerOptions {
  agencies: string[];
  name?: string;
  ownInquiriesOnly?: boolean;
}

/** A new seller who accepted the invitation. */
export function createSeller(
  vitrina: Vitrina,
  partner: GatewayClient,
  { agencies, name = 'Paula Rey', ownInquiriesOnly = false }: SellerOptions,
): Promise<Person> {
  const rights = agencies.map((adminMail) => ({ adminMail, ownInquiriesOnly }));
  return createPerson(vitrina, partner, { name, role: 'seller', agencies: rights });
}

/** A new person, a partner admin or of support, who accepted the invitation. */
export function createColleague(
  vitrina: Vitrina,
  partner: GatewayClient,
  role: 'partner' | 'support',
): Promise<Person> {
  return createPerson(vitrina, partner, { name: 'Paula Rey', role, agencies: [] });
}

async function createPerson(
  vitrina: Vitrina,
  partner: GatewayClient,
  given: Omit<InvitePerson, 'mail'>,
): Promise<Person> {
  const mail = `${uniqueName('persona')}@vitrina.example`;
  await partner.call(desk.invitePerson, { body: { ...given, mail } });
  const token = (await mailedLink(vitrina.dataDir, mail)).split('/').at(-1) ?? '';
  // The call sends no cookies of the partner, because it signs the new person in.
  const answer = await fetch(vitrina.url + desk.useLink.path, {
    method: desk.useLink.method,
    headers: { 'content-type': 'application/json', [CONSOLE_HEADER]: PERSON_CALL, origin: vitrina.url },
    body: JSON.stringify({ token, password: PASSWORD }),
  });
  expect(answer.status, await answer.text()).toBe(desk.useLink.success);
  return { mail, password: PASSWORD };
}

/** Changes the follow-up of an inquiry as somebody else. */
export async function changeFollowUp(
  person: GatewayClient,
  { adminMail, sid }: Inquiry,
  change: ChangeFollowUp['change'],
): Promise<void> {
  const params = { adminMail, sid };
  const { followUp } = await person.call(desk.viewFollowUp, { params });
  const body = { id: randomUUID(), version: followUp.version, change };
  await person.call(desk.changeFollowUp, { params, body });
}

/** The page of somebody else, in a browser context of their own, which ends with the test. */
export async function openPageAs(
  browser: Browser,
  { url }: Vitrina,
  client: GatewayClient,
  at: string,
): Promise<Page> {
  const context = await browser.newContext({ baseURL: url });
  await context.addCookies(await client.cookies());
  const page = await context.newPage();
  await page.goto(at);
  await expect(page.getByRole('navigation', { name: 'Secciones' })).toBeVisible();
  return page;
}

import { matchPath } from 'react-router';
import { expect, it } from 'vitest';
import { OPENID_CALLBACK_PATH } from '#contract/desk/openid.ts';
import { paths, patterns } from './paths.ts';

const pages = Object.entries(paths) as [keyof typeof paths, (...values: string[]) => string][];

it('every page has its address', () => {
  const addresses = pages.map(([name, path]) => {
    const count = name in patterns ? patterns[name as keyof typeof patterns].split(':').length - 1 : 0;
    const values = ['ventas@norte.example', '01J/S'].slice(0, name === 'inquiry' ? 2 : count);
    return [name, path(...values)];
  });
  expect(Object.fromEntries(addresses)).toMatchInlineSnapshot(`
    {
      "agencies": "/agencies",
      "agency": "/agencies/ventas@norte.example",
      "agencyTrace": "/trace/ventas@norte.example",
      "apiTokens": "/settings/api-tokens",
      "attempts": "/deliveries/attempts",
      "audit": "/settings/audit",
      "balance": "/balance",
      "bestMatch": "/catalogs/best-match",
      "bodyStyle": "/catalogs/body-styles/ventas@norte.example",
      "bodyStyles": "/catalogs/body-styles",
      "buyerData": "/settings/buyer-data",
      "catalogs": "/catalogs",
      "cities": "/catalogs/cities",
      "city": "/catalogs/cities/ventas@norte.example",
      "color": "/catalogs/colors/ventas@norte.example",
      "colors": "/catalogs/colors",
      "column": "/catalogs/column",
      "connection": "/connection",
      "deliveries": "/deliveries",
      "delivery": "/deliveries/ventas@norte.example",
      "dictionary": "/catalogs/dictionary",
      "disassociateAgency": "/agencies/ventas@norte.example/disassociate",
      "doctor": "/settings/doctor",
      "editAgency": "/agencies/ventas@norte.example/edit",
      "editWebhook": "/webhooks/ventas@norte.example/edit",
      "handover": "/handover",
      "help": "/help",
      "home": "/",
      "hours": "/settings/hours",
      "importDictionary": "/catalogs/dictionary/import",
      "importFollowUp": "/settings/import",
      "inquiries": "/inquiries",
      "inquiry": "/inquiries/ventas@norte.example/01J%2FS",
      "invitationJob": "/agencies/invite-many/ventas@norte.example",
      "invitations": "/agencies/invitations",
      "inviteAgency": "/agencies/invite",
      "inviteMany": "/agencies/invite-many",
      "invitePerson": "/settings/people/invite",
      "job": "/jobs/ventas@norte.example",
      "jobs": "/jobs",
      "listing": "/catalogs/listing",
      "make": "/catalogs/makes/ventas@norte.example",
      "makes": "/catalogs/makes",
      "me": "/settings/me",
      "newRelayTarget": "/deliveries/copies/new",
      "newTemplate": "/settings/templates/new",
      "openIdCallback": "/sign-in/openid",
      "overview": "/overview",
      "people": "/settings/people",
      "person": "/settings/people/ventas@norte.example",
      "recover": "/recover",
      "recoveryLink": "/recover/ventas@norte.example",
      "relay": "/deliveries/copies",
      "relayTarget": "/deliveries/copies/ventas@norte.example",
      "secondFactor": "/sign-in/second-factor",
      "signIn": "/sign-in",
      "signatureTest": "/deliveries/signature",
      "template": "/settings/templates/ventas@norte.example",
      "templates": "/settings/templates",
      "trace": "/trace/ventas@norte.example/01J%2FS",
      "traces": "/trace",
      "webhook": "/webhooks/ventas@norte.example",
      "webhookHistory": "/webhooks/ventas@norte.example/history",
      "webhooks": "/webhooks",
      "welcome": "/welcome/ventas@norte.example",
    }
  `);
});

it('an address has its parameter in the search', () => {
  expect(paths.signIn('/jobs?a=1')).toBe('/sign-in?next=%2Fjobs%3Fa%3D1');
  expect(paths.hours('a@b.example')).toBe('/settings/hours?agencia=a%40b.example');
  expect(paths.inviteAgency('a@b.example')).toBe('/agencies/invite?AdminMail=a%40b.example');
});

it('an address matches the pattern of its page', () => {
  for (const [name, path] of pages.filter(([name]) => name in patterns)) {
    const { pathname } = new URL(path('a/b', 'ñ?'), 'http://localhost');
    expect(matchPath(patterns[name as keyof typeof patterns], pathname)?.pathname).toBe(pathname);
  }
});

it('the inbox is the page of its list and of each inquiry', () => {
  const parameters = { adminMail: 'ventas@norte.example', sid: 'S/1' };
  expect(matchPath(patterns.inbox, paths.inquiries())?.params).toEqual({});
  expect(matchPath(patterns.inbox, paths.inquiry(parameters.adminMail, parameters.sid))?.params).toEqual(
    parameters,
  );
});

it('a search is appended with one question mark', () => {
  expect(paths.inquiries('vista=nuevas')).toBe('/inquiries?vista=nuevas');
  expect(paths.job('1', '?filas=failed')).toBe('/jobs/1?filas=failed');
  expect(paths.webhooks('')).toBe('/webhooks');
});

it('an address with a lone surrogate is well formed', () => {
  expect(paths.person('\uD800')).toBe('/settings/people/%EF%BF%BD');
});

it('the page of the answer of a provider has the address that is registered there', () =>
  expect(paths.openIdCallback()).toBe(OPENID_CALLBACK_PATH));

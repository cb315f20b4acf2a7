import { screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { desk } from '#contract/desk/desk.ts';
import type { AuditEntry } from '#contract/desk/audit.ts';
import { DELIVERY_OUTCOMES, REFUSAL_REASONS } from '#contract/desk/deliveries.ts';
import { LOST_REASONS, STATUSES } from '#contract/follow-up/follow-up-state.ts';
import { ROLES } from '#contract/desk/sessions.ts';
import { GATEWAY_CODES } from '#contract/problem.ts';
import { FOLLOW_UP_FACET } from '#contract/follow-up/follow-up-state.ts';
import { v3 } from '#contract/v3.ts';
import { renderPart } from '#testing/render-console.tsx';
import { useAgenciesText } from './agencies/agencies-text.ts';
import { useDeliveryText } from './deliveries/DeliveryOutcome.tsx';
import { useFollowUpText } from './follow-up/follow-up-text.ts';
import { useValueText, useFacetText } from './inquiries/filter-text.ts';
import { useRoleNames } from './session/role-text.ts';
import { useAuditText } from './settings/audit/use-audit-text.ts';
import { zoneName } from './ui/zone-name.ts';

const OUTCOMES = ['done', 'partial', 'cancelled', 'refused', 'failed', 'unknown'] as const;
const LISTS = {
  Interes: ['Comprar', 'Financiar', 'Permutar', 'PruebaDeManejo'],
  OrigenLead: ['Formulario', 'WhatsApp', 'Llamada', 'Chat'],
  TipoAnuncio: ['Usado', '0km', 'Plan'],
  Estado: ['Usado', 'Nuevo'],
} as const;

function Words() {
  const audit = useAuditText();
  const followUp = useFollowUpText('UTC', 0);
  const delivery = useDeliveryText();
  const narrowing = useFacetText();
  const agencies = useAgenciesText();
  const roleNames = useRoleNames();
  const value = useValueText();
  const entry = { target: 'Ana', agency: 'Sur', request: null } as unknown as AuditEntry;
  const words: [string, string | undefined][] = [
    ...Object.keys({ ...desk, ...v3 }).flatMap((action) =>
      OUTCOMES.map((outcome): [string, string] => [
        action,
        audit.sentence({ ...entry, action, outcome }, { target: 'Ana', agency: 'Sur' }),
      ]),
    ),
    ...OUTCOMES.map((outcome): [string, string] => [outcome, audit.outcome[outcome]]),
    ...GATEWAY_CODES.map((code): [string, string | undefined] => [code, audit.reason({ ...entry, code })]),
    ...STATUSES.map((status): [string, string] => [status, followUp.status[status]]),
    ...LOST_REASONS.map((reason): [string, string] => [reason, followUp.reason[reason]]),
    ...DELIVERY_OUTCOMES.map((outcome): [string, string] => [outcome, delivery.outcome[outcome]]),
    ...REFUSAL_REASONS.map((reason): [string, string] => [reason, delivery.reason[reason]]),
    ...FOLLOW_UP_FACET.map((standing): [string, string] => [standing, narrowing.followUpState(standing)]),
    ...['Alta', 'Media', 'Baja'].map((one): [string, string] => [one, agencies.exposure(one)]),
    ...ROLES.map((role): [string, string] => [role, roleNames[role]]),
    ...(Object.keys(LISTS) as (keyof typeof LISTS)[]).flatMap((list) =>
      LISTS[list].map((one): [string, string | undefined] => [`${list}: ${one}`, value(list, one)]),
    ),
  ];
  return (
    <ul>
      {words.map(([name, said], at) => (
        // oxlint-disable-next-line react/no-array-index-key -- names come more than once
        <li key={at} title={name}>
          {said}
        </li>
      ))}
    </ul>
  );
}

describe.each(['es', 'en'] as const)('in %s', (language) => {
  it('every value that the contracts enumerate has a text', async () => {
    await renderPart(<Words />, { language });
    const said = screen
      .getAllByRole('listitem')
      .map((item) => ({ name: item.title, text: item.textContent }));
    expect(said.length).toBeGreaterThan(400);
    const raw = said.filter(
      ({ name, text }) =>
        !text ||
        text === name ||
        (/[-A-Z]/.test(name) && text.includes(name)) ||
        /\p{Ll}\p{Lu}/u.test(text.replaceAll('WhatsApp', '')),
    );
    expect(raw).toEqual([]);
  });
});

it('a time zone is named by its place', () => {
  expect(zoneName('America/Argentina/Buenos_Aires')).toBe('Buenos Aires, Argentina');
  expect(zoneName('Asia/Tokyo')).toBe('Tokyo');
  expect(zoneName('UTC')).toBe('UTC');
  for (const zone of Intl.supportedValuesOf('timeZone')) expect(zoneName(zone)).not.toMatch(/[/_]/);
});

import { useState } from 'react';
import { expect, test } from 'vitest';
import { type FollowUp, followUpEndpoints } from '#contract/desk/follow-up.ts';
import type { Role } from '#contract/desk/sessions.ts';
import { FakeGateway } from '#testing/fake-gateway.ts';
import { UNTOUCHED_FOLLOW_UP } from '#testing/follow-ups.ts';
import { renderPart } from '#testing/render-console.tsx';
import { FollowUpProvider } from './follow-up-context.tsx';
import { NudgeControls } from './NudgeControls.tsx';

const INQUIRY = { adminMail: 'ventas@ruta9.example', sid: '01JCXXXXXXXXXXXXXXXXXXXXXX' };
const ZOE = { id: 'z', name: 'Zoe Gil' };
const CLAIMED: FollowUp = { ...UNTOUCHED_FOLLOW_UP, sid: INQUIRY.sid, claimedBy: ZOE, version: 1 };

function Controls({ followUp }: { followUp: FollowUp }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <FollowUpProvider inquiryKey={INQUIRY}>
      <NudgeControls followUp={followUp} allowsText isOpen={isOpen} onToggle={setOpen} />
    </FollowUpProvider>
  );
}

const reply = (followUp: FollowUp) => ({ followUp, timeline: [], entries: 1 });

test('a reminder goes to the owner with its text, and a refusal says since when', async () => {
  const gateway = new FakeGateway()
    .reply(followUpEndpoints.viewFollowUp, reply(CLAIMED))
    .reply(followUpEndpoints.changeFollowUp, reply(CLAIMED));
  const { screen, user } = await renderPart(<Controls followUp={CLAIMED} />, { gateway, role: 'partner' });
  await user.click(await screen.findByRole('button', { name: 'Recordársela…' }));
  await screen.findByText('A Zoe Gil le llega un aviso y un correo, y queda en el historial.');
  await user.type(screen.getByRole('textbox'), 'Espera desde ayer');
  await user.click(screen.getByRole('button', { name: 'Mandar recordatorio' }));
  await expect
    .poll(() => gateway.calls.at(-1)?.body)
    .toMatchObject({ change: { kind: 'nudge', to: 'z', text: 'Espera desde ayer' } });
  expect(screen.queryByRole('textbox')).toBeNull();
});

test.each<[string, Role, Partial<FollowUp>]>([
  ['to sellers', 'seller', {}],
  ['to support', 'support', {}],
  ['where nobody has it', 'partner', { claimedBy: null }],
  ['where it was answered', 'partner', { status: 'answered' }],
  ['where it is snoozed', 'partner', { snoozedUntil: Number.MAX_SAFE_INTEGER }],
])('a reminder is not offered %s', async (_, role, more) => {
  const { screen } = await renderPart(<Controls followUp={{ ...CLAIMED, ...more }} />, { role });
  expect(screen.queryByRole('button')).toBeNull();
});

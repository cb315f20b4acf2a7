import type { Transaction } from 'kysely';
import type { AuditChange } from '#contract/desk/audit.ts';
import { defaultHours } from '#contract/hours.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#contract/durations.ts';
import type { DeskName } from '#contract/desk/desk.ts';
import { INQUIRY_TOPIC } from '#contract/topics.ts';
import type { V3Name } from '#contract/v3.ts';
import { addDays, dayAt, startOfDay } from '#contract/window.ts';
import { createAuditIds, insertEntry } from '#gateway/audit/store.ts';
import type { GatewayTables } from '#gateway/store.ts';
import { createDraw } from './follow-up-plan.ts';
import type { StoryPerson } from './story-agencies.ts';
import type { StoryContext } from './story-context.ts';
import { WEBHOOK_CHANGES } from './webhook-history.ts';

const AUDIT_DAYS = 14;

interface Act {
  at: number;
  person: StoryPerson | undefined;
  action: V3Name | DeskName;
  agency?: string | undefined;
  target?: string;
  status?: number;
  code?: string;
  changes?: readonly AuditChange[];
}

/** Stores what people did in the console in the last weeks, beside follow-up: sign-ins, and changes of settings. */
export async function storeAudit(db: Transaction<GatewayTables>, context: StoryContext): Promise<void> {
  const { now, random } = context;
  const createAuditId = createAuditIds(random);
  const acts = [...listSignIns(context), ...listChanges(context)]
    .filter(({ at }) => at < now)
    .toSorted((a, b) => a.at - b.at);
  for (const { at, status = 200, code, changes, ...act } of acts)
    await insertEntry(
      db,
      { ...act, address: drawAddress(act.person) },
      { now: at, createAuditId },
      { status, code, changes },
    );
}

/** Everybody signs in once on a working day; now and then with a wrong password first. */
function* listSignIns({ now, zone, people }: StoryContext): Generator<Act> {
  const everybody = [people.partner, people.support, ...people.sellers].filter(
    (person) => person !== undefined,
  );
  for (let days = AUDIT_DAYS; days >= 0; days--) {
    const day = addDays(dayAt(now, zone), -days);
    const isWeekend = [0, 6].includes(new Date(`${day}T12:00:00Z`).getUTCDay());
    for (const person of everybody) {
      const draw = createDraw(`sign-in ${day} ${person.mail}`);
      if (draw() < (isWeekend ? 0.8 : 0.1)) continue;
      const at = startOfDay(day, zone) + 8.6 * HOUR_MS + Math.floor(draw() * 90 * MINUTE_MS);
      if (draw() < 0.06)
        yield { at: at - MINUTE_MS, person, action: 'signIn', status: 401, code: 'wrong-credentials' };
      yield { at, person, action: 'signIn' };
    }
  }
}

function* listChanges({ now, zone, people, cast }: StoryContext): Generator<Act> {
  const { partner, sellers } = people;
  const support = people.support ?? partner;
  const [seller] = sellers;
  const colleague = sellers.find(({ agency }) => agency !== seller?.agency);
  const timed = cast.agencies.flatMap(({ agency, target }) =>
    target === undefined ? [] : [{ agency, target }],
  );
  const from = String(defaultHours(zone).target);
  const hour = (days: number, hours: number) =>
    startOfDay(addDays(dayAt(now, zone), -days), zone) + Math.floor(hours * HOUR_MS);

  for (const [index, { agency, target }] of timed.entries()) {
    const changes = [{ field: 'target', from, to: String(target) }] as const;
    yield { at: hour(13 - 2 * index, 11.2), person: partner, action: 'setHours', agency, changes };
  }
  yield { at: now - 10 * DAY_MS, person: partner, action: 'inviteAgencies', status: 202 };
  yield { at: now - 9 * DAY_MS, person: partner, action: 'exportInquiries' };
  if (colleague) {
    const target = colleague.mail;
    yield { at: hour(12, 10.4), person: partner, action: 'invitePerson', target, status: 201 };
    yield { at: hour(12, 12.1), person: colleague, action: 'useLink' };
  }
  if (seller) {
    yield { at: hour(8, 12.4), person: seller, action: 'addTemplate', status: 201 };
    yield { at: hour(6, 19.1), person: seller, action: 'editTemplate' };
    yield { at: hour(6, 19.3), person: seller, action: 'addView', status: 201 };
    yield { at: hour(2, 18), person: seller, action: 'changeFollowUps' };
    yield {
      at: hour(3, 17.2),
      person: seller,
      action: 'viewConnection',
      status: 403,
      code: 'forbidden',
    };
  }
  yield {
    at: hour(0, 9.9),
    person: partner,
    action: 'editAgency',
    agency: timed[0]?.agency,
    changes: [{ field: 'Telefono' }, { field: 'Direccion' }],
  };
  const resend = { person: support, action: 'resendInquiry', status: 202 } as const;
  yield { ...resend, at: hour(0, 10.2), agency: timed[2]?.agency };
  const edit = { person: support, action: 'editWebhook', target: INQUIRY_TOPIC } as const;
  const active = { field: 'active', from: 'on', to: 'off' } as const;
  yield { ...edit, at: now - WEBHOOK_CHANGES.stopped, changes: [active] };
  yield { ...edit, at: now - WEBHOOK_CHANGES.resumed, changes: [{ ...active, from: 'off', to: 'on' }] };
  yield { ...resend, at: hour(4, 10.1), agency: timed[0]?.agency };
  yield { at: hour(3, 9.8), person: undefined, action: 'signIn', status: 401, code: 'wrong-credentials' };
  yield { at: hour(1, 16.7), person: partner, action: 'editInvitationNote' };
  yield { at: hour(1, 17.4), person: partner, action: 'setLateAlarm', agency: timed[1]?.agency, status: 204 };
}

/** An address of those reserved for documentation; everybody keeps theirs. */
function drawAddress(person: StoryPerson | undefined): string {
  return `203.0.113.${10 + Math.floor(createDraw(person?.mail ?? '')() * 200)}`;
}

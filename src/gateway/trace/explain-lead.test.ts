import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { TRACE_STATIONS, type TraceCause } from '#contract/desk/trace.ts';
import { MINUTE_MS } from '#contract/durations.ts';
import { explainLead } from './explain-lead.ts';
import type {
  AgencyFacts,
  AttemptFact,
  InquiryFacts,
  LeadFacts,
  CrmFact,
  RelayFact,
  TopicFacts,
} from './lead-facts.ts';

const MADE = Date.parse('2026-03-05T14:00:00Z');
const NOW = MADE + 60 * MINUTE_MS;
const HOOK = 'hook-1';
const now = { now: NOW, keptSince: 0, isClockOff: false };

const agency: AgencyFacts = {
  isListed: true,
  addedAt: MADE - 86_400_000,
  goneAt: null,
  sweptAt: NOW - MINUTE_MS,
  failingSince: null,
  invitation: null,
};
const topic: TopicFacts = {
  settings: { isActive: true, isHere: true, host: 'consola.example' },
  lastActive: true,
  lastHeardAt: NOW - 5 * MINUTE_MS,
  lastRefusal: null,
  lastAttempt: null,
};
const attempt: AttemptFact = {
  at: MADE + 1000,
  outcome: 'delivered',
  status: 204,
  error: null,
  hookId: HOOK,
  isHere: true,
  host: 'consola.example',
};
const message = { id: 'd1', at: MADE + 1000, hookId: HOOK, receivedCount: 1 };
const listedInquiry: InquiryFacts = {
  at: MADE,
  isAtService: true,
  index: { firstSeenAt: MADE + 4 * MINUTE_MS, source: 'list', goneAt: null },
  isErased: false,
  topicThen: 'here',
  attempts: null,
  messages: [],
  refusals: [],
  relays: [],
  crm: null,
  audience: { shown: [{ id: '1', name: 'Ana' }], hidden: [] },
  opened: null,
  touched: null,
};
const arrivedInquiry: InquiryFacts = {
  ...listedInquiry,
  index: { firstSeenAt: MADE + 1000, source: 'webhook', goneAt: null },
  attempts: [attempt],
  messages: [message],
};
const failed = (error: string): AttemptFact => ({ ...attempt, outcome: 'retried', status: null, error });
const refusal = (reason: 'signature' | 'age' | 'malformed', at = MADE + 1000) => ({
  id: `r-${reason}`,
  at,
  hookId: HOOK,
  reason,
});

const explain = (inquiry: Partial<InquiryFacts>, more: Partial<LeadFacts> = {}) =>
  explainLead({ ...now, agency, topic, inquiry: { ...listedInquiry, ...inquiry }, ...more });
const explainVerdict = (...facts: Parameters<typeof explain>) => explain(...facts).verdict;

describe('an inquiry that arrived', () => {
  it('arrived while its message came within two minutes, and late after that', () => {
    const after = (ms: number) =>
      explainVerdict({ ...arrivedInquiry, messages: [{ ...message, at: MADE + ms }] });
    expect(after(2 * MINUTE_MS)).toMatchObject({ outcome: 'arrived', causes: [], remedy: 'none' });
    expect(after(2 * MINUTE_MS + 1)).toMatchObject({ outcome: 'late' });
  });

  it('says that its message came twice, and that not every seller sees it', () => {
    const messages = [{ ...message, receivedCount: 2 }];
    const audience = { shown: [], hidden: [{ id: '2', name: 'Beto' }] };
    expect(explainVerdict({ ...arrivedInquiry, messages, audience })).toMatchObject({
      outcome: 'arrived',
      notes: ['repeated', 'limited'],
    });
    expect(explainVerdict(arrivedInquiry)?.notes).toEqual([]);
  });

  it('has the cause of the attempt that failed before it, but not of one whose answer was lost', () => {
    const attempts = [failed('ECONNRESET'), { ...attempt, at: MADE + 6000 }];
    const findStation = (receivedCount: number) =>
      explain({ ...arrivedInquiry, attempts, messages: [{ ...message, receivedCount }] }).stations.find(
        ({ name }) => name === 'attempts',
      );
    expect(findStation(1)).toMatchObject({ state: 'reached', cause: 'unreachable', code: 'ECONNRESET' });
    expect(findStation(2)).toMatchObject({ state: 'reached', cause: null, code: '204' });
  });

  it('is late for the attempt that failed before the one that came', () => {
    const later = MADE + 5 * MINUTE_MS;
    const attempts = [failed('ECONNREFUSED'), { ...attempt, at: later }];
    expect(
      explainVerdict({ ...arrivedInquiry, attempts, messages: [{ ...message, at: later }] }),
    ).toMatchObject({
      outcome: 'late',
      causes: ['unreachable'],
      remedy: 'none',
    });
  });

  it('may still come within two minutes', () => {
    const now = MADE + 2 * MINUTE_MS;
    expect(explainVerdict({}, { now })).toMatchObject({ outcome: 'waiting', causes: [], remedy: 'wait' });
    expect(explainVerdict({}, { now: now + 1 })).toMatchObject({ outcome: 'found' });
  });
});

describe('an inquiry without a message', () => {
  it.each<[string, Partial<InquiryFacts>, TraceCause[]]>([
    ['the topic was off', { topicThen: 'off' }, ['topic-off']],
    ['the topic sent elsewhere', { topicThen: 'elsewhere' }, ['topic-elsewhere']],
    ['the service made none', { attempts: [] }, ['topic-off']],
    ['it went elsewhere', { attempts: [{ ...attempt, isHere: false }] }, ['topic-elsewhere']],
    ['the callback answered 500', { attempts: [{ ...failed(''), status: 500 }] }, ['callback-failed']],
    ['the callback was slow', { attempts: [failed('timeout')] }, ['callback-slow']],
    ['the certificate was bad', { attempts: [failed('CERT_HAS_EXPIRED')] }, ['certificate']],
    ['the certificate is its own', { attempts: [failed('DEPTH_ZERO_SELF_SIGNED_CERT')] }, ['certificate']],
    ['nobody listened', { attempts: [failed('ECONNREFUSED')] }, ['unreachable']],
    ['the service could not sign', { attempts: [failed('secret')] }, ['unreadable-secret']],
    ['the address was private', { attempts: [failed('private-address')] }, ['private-address']],
    [
      'the signature did not match',
      { attempts: [{ ...failed(''), status: 401 }], refusals: [refusal('signature')] },
      ['signature'],
    ],
    ['a message was too old then', { refusals: [refusal('age')] }, ['age']],
    ['two reasons fit', { refusals: [refusal('age'), refusal('signature')] }, ['age', 'signature']],
    ['nothing is known', {}, []],
    ['it is older than its agency here', { at: MADE - 86_400_001 }, ['before-agency']],
  ])('%s', (_title, facts, causes) => {
    expect(explainVerdict(facts)).toMatchObject({ outcome: 'found', causes });
  });

  it('of an unknown time has the settings of now as its cause', () => {
    const at = (settings: TopicFacts['settings'], more: Partial<TopicFacts> = {}) =>
      explainVerdict({ topicThen: 'unknown' }, { topic: { ...topic, settings, ...more } })?.causes;
    expect(at(null)).toEqual(['topic-missing']);
    expect(at({ isActive: false, isHere: true, host: '' })).toEqual(['topic-off']);
    expect(at({ isActive: true, isHere: false, host: '' })).toEqual(['topic-elsewhere']);
    const suspended = { ...failed('ECONNREFUSED'), outcome: 'suspended' as const };
    expect(at({ isActive: false, isHere: true, host: '' }, { lastAttempt: suspended })).toEqual([
      'suspended',
    ]);
  });

  it('has what is missing to know more', () => {
    expect(explainVerdict({})?.unknown).toEqual(['attempts']);
    expect(explainVerdict({ topicThen: 'unknown' }, { topic: null })?.unknown).toEqual([
      'service',
      'topic-then',
      'attempts',
    ]);
    expect(explainVerdict({ topicThen: 'off' })?.unknown).toEqual([]);
  });

  it('asks for a remedy only while its cause holds', () => {
    expect(explainVerdict({ topicThen: 'off' })?.remedy).toBe('none');
    const off = { ...topic, settings: { isActive: false, isHere: true, host: '' } };
    expect(explainVerdict({ topicThen: 'off' }, { topic: off })?.remedy).toBe('switch-on');
  });
});

describe('an inquiry that is not in the inbox', () => {
  const gone = { index: null };
  it.each<[string, Partial<InquiryFacts>, Partial<AgencyFacts>, string, TraceCause[], string]>([
    ['was erased', { isErased: true }, {}, 'missing', ['erased'], 'none'],
    ['is of an agency that left', {}, { goneAt: NOW - 1 }, 'missing', ['disassociated'], 'invite'],
    ['has no agency', {}, { isListed: false }, 'missing', ['not-associated'], 'invite'],
    [
      'is of an agency that never registered',
      {},
      { isListed: false, invitation: 'sent' },
      'missing',
      ['never-registered'],
      'remind',
    ],
    ['is not at the service', { isAtService: false }, {}, 'missing', ['not-at-service'], 'ask-service'],
    ['nobody says of', { isAtService: null }, {}, 'unknown', [], 'check-connection'],
    ['waits for a list', {}, { sweptAt: MADE }, 'missing', ['sweep-pending'], 'wait'],
    ['waits while lists fail', {}, { failingSince: NOW }, 'missing', ['sweep-failing'], 'check-connection'],
    ['is not explained', {}, { sweptAt: MADE + 1 }, 'missing', [], 'ask-service'],
  ])('%s', (_title, facts, changes, outcome, causes, remedy) => {
    expect(explainVerdict({ ...gone, ...facts }, { agency: { ...agency, ...changes } })).toMatchObject({
      outcome,
      causes,
      remedy,
    });
  });

  it('was hidden, as the service stopped returning it', () => {
    const index = { firstSeenAt: MADE, source: 'list' as const, goneAt: NOW - 1 };
    expect(explainVerdict({ index })).toMatchObject({ outcome: 'missing', causes: ['hidden'] });
  });

  it('is older than what is kept', () => {
    expect(explainVerdict(gone, { keptSince: MADE + 1 })?.causes).toEqual(['past-retention']);
    expect(explainVerdict(gone, { keptSince: MADE })?.causes).toEqual([]);
  });
});

describe('an inquiry that was relayed', () => {
  const sent = { at: MADE + 2000, outcome: 'delivered' as const, status: 204, error: null };
  const refused = { at: MADE + 3000, outcome: 'retried' as const, status: 500, error: null };
  const relay = (changes: Partial<RelayFact>): RelayFact => ({
    target: 't',
    host: 'crm.example',
    isWaiting: false,
    attempts: [],
    ...changes,
  });
  const findRelay = (...relays: RelayFact[]) =>
    explain({ ...arrivedInquiry, relays }).stations.find(({ name }) => name === 'relay');

  it('has no such step without targets', () => {
    expect(findRelay()).toBeUndefined();
  });

  it.each<[string, Partial<RelayFact>, object]>([
    ['delivered', { attempts: [refused, sent] }, { outcome: 'delivered', at: sent.at, code: '204' }],
    [
      'delivered, while another message waits',
      { isWaiting: true, attempts: [sent, refused] },
      { outcome: 'delivered', at: sent.at, code: '204' },
    ],
    ['not tried yet', { isWaiting: true }, { outcome: 'waiting', at: null, code: null }],
    [
      'waiting for another attempt',
      { isWaiting: true, attempts: [{ ...refused, status: null, error: 'timeout' }] },
      { outcome: 'waiting', at: refused.at, code: 'timeout' },
    ],
    [
      'given up',
      { attempts: [refused, { ...refused, outcome: 'given-up' }] },
      { outcome: 'given-up', at: refused.at, code: '500' },
    ],
    ['erased before it was sent', {}, { outcome: 'given-up', at: null, code: null }],
  ])('is %s', (_title, changes, copy) => {
    expect(findRelay(relay(changes))?.copies).toEqual([{ target: 't', host: 'crm.example', ...copy }]);
  });

  it('passed the step once every target has it, and failed at it while an attempt failed', () => {
    const delivered = relay({ attempts: [sent] });
    const waiting = relay({ isWaiting: true });
    const failing = relay({ isWaiting: true, attempts: [refused] });
    expect(findRelay(delivered, delivered)).toMatchObject({ state: 'reached', count: 2, at: sent.at });
    expect(findRelay(delivered, waiting)).toMatchObject({ state: 'skipped', count: 2, at: sent.at });
    expect(findRelay(waiting)).toMatchObject({ state: 'skipped', at: null });
    expect(findRelay(delivered, failing)).toMatchObject({ state: 'broken', at: refused.at });
  });

  it('arrived, however the targets fail', () => {
    const relays = [relay({ isWaiting: true, attempts: [refused] })];
    expect(explainVerdict({ ...arrivedInquiry, relays })).toMatchObject({ outcome: 'arrived', causes: [] });
  });
});

describe('an inquiry that is made now', () => {
  const forecast = (changes: Partial<TopicFacts> | null, more: Partial<AgencyFacts> = {}) =>
    explainLead({
      ...now,
      agency: { ...agency, ...more },
      topic: changes && { ...topic, ...changes },
      inquiry: null,
    });

  it('comes by webhook, by list, or not at all', () => {
    expect(forecast({}).forecast).toEqual({ way: 'webhook', causes: [] });
    expect(forecast({ settings: null })).toMatchObject({
      forecast: { way: 'list', causes: ['topic-missing'] },
      remedy: 'configure-topic',
    });
    expect(forecast({ settings: null }, { failingSince: NOW }).forecast.way).toBe('none');
    expect(forecast({}, { isListed: false }).forecast).toEqual({ way: 'none', causes: ['not-associated'] });
    expect(forecast(null).forecast).toEqual({ way: 'unknown', causes: [] });
    for (const invitation of ['sending', 'sent'] as const)
      expect(forecast({}, { invitation })).toMatchObject({
        forecast: { way: 'none', causes: ['never-registered'] },
        remedy: 'remind',
      });
    expect(forecast({}, { invitation: 'registered' }).forecast.way).toBe('webhook');
  });

  it('does not come while the clocks differ, which the service says by refusing calls', () => {
    const { forecast: way, remedy } = explain({}, { isClockOff: true, topic: null });
    expect({ way, remedy }).toEqual({ way: { way: 'none', causes: ['age'] }, remedy: 'check-clock' });
  });

  it('has the newest failure, unless a message came after it or it is an hour old', () => {
    const heardAt = NOW - 5 * MINUTE_MS;
    const refused = (at: number) => forecast({ lastRefusal: { at, reason: 'signature' } }).forecast.causes;
    expect([refused(heardAt), refused(heardAt + 1)]).toEqual([[], ['signature']]);
    const alone = (at: number) =>
      forecast({ lastHeardAt: null, lastAttempt: { ...failed('timeout'), at } }).forecast.causes;
    expect([alone(NOW - 60 * MINUTE_MS), alone(NOW - 60 * MINUTE_MS - 1)]).toEqual([['callback-slow'], []]);
  });
});

it('every explanation has all stations, each cause once, and causes only where a step is broken or was', () => {
  const time = fc.integer({ min: MADE - MINUTE_MS, max: NOW });
  const inquiry = fc.record<InquiryFacts>({
    at: fc.option(fc.constant(MADE)),
    isAtService: fc.option(fc.boolean()),
    index: fc.option(
      fc.record({
        firstSeenAt: time,
        source: fc.constantFrom('webhook' as const, 'list' as const, 'single' as const),
        goneAt: fc.option(time),
      }),
    ),
    isErased: fc.boolean(),
    topicThen: fc.constantFrom('here' as const, 'off' as const, 'elsewhere' as const, 'unknown' as const),
    attempts: fc.option(
      fc.array(
        fc.record<AttemptFact>({
          at: time,
          outcome: fc.constantFrom('delivered' as const, 'retried' as const, 'given-up' as const),
          status: fc.option(fc.constantFrom(204, 401, 500)),
          error: fc.option(fc.constantFrom('timeout', 'ECONNREFUSED', 'CERT_HAS_EXPIRED')),
          hookId: fc.constantFrom('a', 'b'),
          isHere: fc.boolean(),
          host: fc.constant('x'),
        }),
        { maxLength: 3 },
      ),
    ),
    messages: fc.array(
      fc.record({
        id: fc.constant('d'),
        at: time,
        hookId: fc.constantFrom('a', 'b'),
        receivedCount: fc.nat(3),
      }),
      { maxLength: 2 },
    ),
    refusals: fc.array(
      fc.record({
        id: fc.constant('r'),
        at: time,
        hookId: fc.constantFrom('a', null),
        reason: fc.constantFrom('signature' as const, 'age' as const),
      }),
      { maxLength: 2 },
    ),
    relays: fc.array(
      fc.record<RelayFact>({
        target: fc.constant('t'),
        host: fc.constant('crm.example'),
        isWaiting: fc.boolean(),
        attempts: fc.constant([]),
      }),
      { maxLength: 2 },
    ),
    crm: fc.option(
      fc.record<CrmFact>({
        outcome: fc.constantFrom('accepted', 'waiting', 'given-up'),
        at: time,
        failure: fc.constantFrom(null, 'ECONNREFUSED'),
      }),
    ),
    audience: fc.record({
      shown: fc.constantFrom([], [{ id: '1', name: 'Ana' }]),
      hidden: fc.constantFrom([], [{ id: '2', name: 'Beto' }]),
    }),
    opened: fc.constant(null),
    touched: fc.constant(null),
  });
  fc.assert(
    fc.property(inquiry, (facts) => {
      const { verdict, stations } = explainLead({ ...now, agency, topic, inquiry: facts });
      expect(stations.map(({ name }) => name)).toEqual(
        TRACE_STATIONS.filter(
          (name) => (name !== 'relay' || facts.relays.length > 0) && (name !== 'crm' || facts.crm !== null),
        ),
      );
      expect(new Set(verdict?.causes).size).toBe(verdict?.causes.length);
      expect(verdict?.outcome === 'arrived' && verdict.causes.length > 0).toBe(false);
      expect(
        stations.filter(({ state, cause }) => cause && state !== 'broken' && state !== 'reached'),
      ).toEqual([]);
    }),
  );
});

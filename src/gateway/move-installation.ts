import type { Kysely } from 'kysely';
import { addressOf } from '#contract/endpoint.ts';
import { v3 } from '#contract/v3.ts';
import { type Database, countOtherClients } from '#database/database.ts';
import { saveSetting } from '#database/settings.ts';
import { AgencyListSchema, parseReply } from '#gateway/forward/reply-schemas.ts';
import { ProblemError } from '#http/problem-error.ts';
import { systemClock } from '#system/clock.ts';
import { systemRandom } from '#system/random.ts';
import { type Upstream, type UpstreamConfig, callEndpoint, openUpstream } from './forward/upstream.ts';
import { fetchIndexState } from './inquiries/freshness.ts';
import { EVERYTHING } from './inquiries/scope.ts';
import { type ChangedSetting, type Installation, fetchChangedSettings } from './installation.ts';
import { mailKey } from './people/store.ts';
import type { GatewayTables } from './store.ts';

export interface InstallationMove {
  /** Settings that differ from the stored ones. */
  settings: ChangedSetting[];
  /** Sentences about the checks, and about the consequences of the move. */
  findings: string[];
  /** Sentence that says why the move is impossible. */
  obstacle?: string;
}

/** Checks what it would mean to run the installation with another app or upstream; changes nothing. */
export async function planMove(
  database: Database<GatewayTables>,
  config: UpstreamConfig & Installation,
): Promise<InstallationMove> {
  const { db } = database;
  const settings = await fetchChangedSettings(db, config);
  if (settings.length === 0) return { settings, findings: [] };
  const upstream = openUpstream(config, { clock: systemClock, random: systemRandom });
  try {
    const { status, detail } = await upstream.probe(addressOf(v3.entryPoints), undefined);
    if (status !== v3.entryPoints.success)
      return {
        settings,
        findings: [],
        obstacle: `${config.upstreamUrl} refuses APP_KEY with APP_SECRET (status ${status}): ${detail ?? ''}`,
      };
    const processes = await countOtherClients(database);
    return {
      settings,
      ...(processes > 0 && {
        obstacle: `${processes} processes of the gateway use the database; stop them first`,
      }),
      findings: [
        `${config.upstreamUrl} answers, and accepts APP_KEY with APP_SECRET`,
        ...(await compareAgencies(db, upstream)),
        ...(await describeSecrets(db, settings)),
      ],
    };
  } catch (error) {
    if (!(error instanceof ProblemError)) throw error;
    return {
      settings,
      findings: [],
      obstacle: `${config.upstreamUrl} does not answer as the service does (${error.problem.Type})`,
    };
  } finally {
    await upstream.close();
  }
}

/** Makes the planned settings those of the installation. The index is read anew from the service. */
export async function moveInstallation(
  db: Kysely<GatewayTables>,
  { settings }: Pick<InstallationMove, 'settings'>,
): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    for (const { name, current } of settings) await saveSetting(transaction, name, current);
    // Each app has webhooks of its own; the secrets of the new app's are not known here.
    if (isOtherApp(settings)) await transaction.deleteFrom('webhook_secret').execute();
    await transaction
      .updateTable('indexed_agency')
      .set({
        due_at: 0,
        full_read_at: null,
        full_read_started_at: null,
        pending_days: null,
        service_count: null,
      })
      .execute();
  });
}

function isOtherApp(settings: readonly ChangedSetting[]): boolean {
  return settings.some(({ name }) => name === 'APP_KEY');
}

/** @throws ProblemError when the service does not reply */
async function compareAgencies(db: Kysely<GatewayTables>, upstream: Upstream): Promise<string[]> {
  const reply = await callEndpoint(upstream, v3.listAgencies);
  const list = parseReply(v3.listAgencies, reply, AgencyListSchema);
  if (!list) return ['its list of agencies cannot be read'];
  const agencyKeys = new Set(
    list._entries.flatMap(({ AdminMail }) => (AdminMail ? [mailKey(AdminMail)] : [])),
  );
  const indexed = await fetchIndexState(db, EVERYTHING);
  const missing = indexed.filter(({ adminMail }) => !agencyKeys.has(mailKey(adminMail)));
  return [
    `it lists ${agencyKeys.size} agencies; ${indexed.length - missing.length} of the ${indexed.length} known here are among them`,
    ...missing.map(
      ({ adminMail, inquiries }) =>
        `it does not list ${mailKey(adminMail)}: its ${inquiries} inquiries leave the index, their follow-up stays`,
    ),
  ];
}

async function describeSecrets(db: Kysely<GatewayTables>, settings: readonly ChangedSetting[]) {
  if (!isOtherApp(settings)) return [];
  const topics = await db
    .selectFrom('webhook_secret')
    .select('topic')
    .where('state', '!=', 'none')
    .orderBy('topic')
    .execute();
  return topics.map(
    ({ topic }) => `the secret of ${topic} is the former app's and is forgotten: set the topic up again`,
  );
}

import { expect, it } from 'vitest';
import { openGatewayDatabase } from '#gateway/store.ts';
import { resealSecrets } from '#signing/reseal-secrets.ts';
import { createSecretBox } from '#signing/secret-box.ts';
import { systemRandom } from '#system/random.ts';
import { cloneDatabase, onBothEngines } from '#testing/engines.ts';
import { toRelaySecretUse } from './relay/target-store.ts';
import { countUnreadableSecrets, listGatewaySecrets } from './sealed-secrets.ts';
import { toSecondFactorUse } from './second-factor/store.ts';
import { toIdTokenUse } from './sessions/store.ts';
import { toWebhookSecretUse } from './webhooks/store.ts';

const [lost, former, current] = [1, 2, 3].map((byte) =>
  createSecretBox(Buffer.alloc(32, byte), systemRandom),
) as [
  ReturnType<typeof createSecretBox>,
  ReturnType<typeof createSecretBox>,
  ReturnType<typeof createSecretBox>,
];

onBothEngines((engine) => {
  it('every secret is sealed with the new key, and one of a lost key stays as it was', async () => {
    await using clone = await cloneDatabase(engine, 'gateway');
    await using database = await openGatewayDatabase(clone.target);
    const { db } = database;
    const topicUse = toWebhookSecretUse('consulta-recibida');
    const webhook = { topic: 'consulta-recibida', state: 'kept' as const };
    await db
      .insertInto('webhook_secret')
      .values({ ...webhook, secret: former.seal('a', topicUse), next_secret: former.seal('b', topicUse) })
      .execute();
    await db
      .insertInto('webhook_change')
      .values({
        id: '1',
        topic: 'consulta-recibida',
        at: 1,
        person_id: null,
        action: 'edited',
        settings: '{}',
        secret_state: 'kept',
        secret: lost.seal('c', topicUse),
      })
      .execute();
    await db
      .insertInto('relay_target')
      .values({
        id: 't',
        url: 'https://crm.example/',
        topics: '[]',
        secret: former.seal('d', toRelaySecretUse('t')),
        active: 1,
        created_at: 1,
      })
      .execute();
    await db
      .insertInto('person')
      .values({
        id: 'p',
        mail: 'p@x.example',
        name: 'P',
        role: 'seller',
        password_hash: '',
        created_at: 1,
        second_factor_secret: former.seal('e', toSecondFactorUse('p')),
        second_factor_next: current.seal('f', toSecondFactorUse('p')),
      })
      .execute();
    await db
      .insertInto('session')
      .values({
        token_hash: 'x',
        id: 's',
        person_id: 'p',
        stage: 'in',
        created_at: 1,
        seen_at: 1,
        address: '',
        user_agent: '',
        id_token: former.seal('g', toIdTokenUse('p')),
      })
      .execute();

    expect(await resealSecrets(await listGatewaySecrets(db), former, current)).toEqual({
      resealed: 5,
      unreadable: 1,
    });
    expect(await countUnreadableSecrets(db, current)).toEqual({ webhooks: 0, secondFactors: 0 });
    const opened = (await listGatewaySecrets(db)).flatMap(({ stored, use }) =>
      stored.startsWith(current.prefix) ? [current.open(stored, use)] : [lost.open(stored, use)],
    );
    expect(opened.toSorted()).toEqual(['a', 'b', 'c', 'd', 'e', 'f', 'g']);
    expect(await resealSecrets(await listGatewaySecrets(db), former, current)).toEqual({
      resealed: 0,
      unreadable: 1,
    });
  });
});

import type { ExpressionBuilder } from 'kysely';
import type { PeopleTables } from '#gateway/people/store.ts';

/** Condition of a person who has an authenticator app or a passkey. */
export function hasSecondFactor(eb: ExpressionBuilder<PeopleTables, 'person'>) {
  return eb.or([eb('person.second_factor_secret', 'is not', null), hasPasskey(eb)]);
}

export function hasPasskey(eb: ExpressionBuilder<PeopleTables, 'person'>) {
  return eb.exists(
    eb.selectFrom('passkey').select('passkey.id').whereRef('passkey.person_id', '=', 'person.id'),
  );
}

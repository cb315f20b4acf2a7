import type { FastifyInstance } from 'fastify';
import type { CreateInstallationToken, CreatePersonalToken } from '#contract/desk/api-tokens.ts';
import { findChanges } from '#gateway/audit/changes.ts';
import type { AuditContext } from '#gateway/audit/audit-hooks.ts';
import { registerDeskRoutes } from '#gateway/desk-routes.ts';
import type { Gateway } from '#gateway/gateway.ts';
import { confirmPassword } from '#gateway/people/confirm-password.ts';
import type { Person } from '#gateway/people/store.ts';
import { createProblem } from '#gateway/problems.ts';
import { createApiToken, fetchApiTokens, revokeApiToken } from './store.ts';

/** Routes by which people create and revoke tokens for programs. */
export function apiTokenRoutes(app: FastifyInstance, gateway: Gateway): void {
  const { db, now, config } = gateway;

  const needsPassword = async ({ id }: Person) => {
    const { password_hash } = await db
      .selectFrom('person')
      .select('password_hash')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    return password_hash !== '' && !config.openId?.isOnly;
  };

  const create = async (
    person: Person,
    token:
      | ({ kind: 'personal' } & CreatePersonalToken)
      | ({ kind: 'installation' } & CreateInstallationToken),
    audit: AuditContext,
  ) => {
    // A token outlives the session that creates it, so the password is asked for again.
    if (await needsPassword(person)) await confirmPassword(gateway, person, token.password);
    const created = await createApiToken(db, person, token, gateway.stamp());
    const { id, name, scopes, role, agencies } = created.token;
    audit.target = id;
    audit.changes = findChanges(
      {},
      { name, scopes: scopes.join(' '), role, agencies: agencies && agencies.join(', ') },
    );
    return created;
  };

  registerDeskRoutes(app, gateway, {
    listApiTokens: async ({ caller: { person } }) => ({
      ...(await fetchApiTokens(db, person)),
      needsPassword: await needsPassword(person),
    }),

    createPersonalToken: ({ caller: { person }, body, request: { audit } }) =>
      create(person, { kind: 'personal', ...body }, audit),

    createInstallationToken: ({ caller: { person }, body, request: { audit } }) =>
      create(person, { kind: 'installation', ...body }, audit),

    async revokeApiToken({ caller: { person }, params: { id }, request }) {
      const name = await revokeApiToken(db, person, id, now());
      if (name === undefined) throw createProblem('not-found');
      request.audit.changes = findChanges({ name }, { name: null });
    },
  });
}

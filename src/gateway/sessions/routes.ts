import type { FastifyInstance } from 'fastify';
import { desk } from '#contract/desk/desk.ts';
import { SignIn } from '#contract/desk/sessions.ts';
import type { Gateway } from '#gateway/gateway.ts';
import { personByCredentials } from '#gateway/people/store.ts';
import { refusal } from '#gateway/problems.ts';
import { clearToken, setToken, tokenOf } from './cookie.ts';
import { sessionOf, signedIn } from './session.ts';
import { closeSession, noteAttempt, openSession } from './store.ts';

/** Signing in and out, and who is signed in. */
export function sessionRoutes(app: FastifyInstance, gateway: Gateway): void {
  const { db, now, config } = gateway;

  app.post(desk.signIn.path, async (request, reply) => {
    const { mail, password } = readSignIn(request.body);
    const attempt = await noteAttempt(db, { mail, address: request.ip }, now());
    if ('wait' in attempt)
      throw refusal('too-many-attempts', { headers: { 'retry-after': String(attempt.wait) } });

    const person = await personByCredentials(db, { mail, password });
    if (!person) throw refusal('wrong-credentials');

    await attempt.forget();
    // A token that was there before signing in is never used after it (fixation).
    const former = tokenOf(request);
    if (former !== undefined) await closeSession(db, former);
    setToken(reply, await openSession(db, person.id, now()));
    return reply.header('cache-control', 'private, no-store').send(sessionOf(person, config.timeZone));
  });

  app.get(desk.viewSession.path, async (request, reply) => {
    const person = await signedIn(gateway, request);
    return reply.header('cache-control', 'private, no-store').send(sessionOf(person, config.timeZone));
  });

  app.delete(desk.signOut.path, async (request, reply) => {
    const token = tokenOf(request);
    if (token !== undefined) await closeSession(db, token);
    clearToken(reply);
    return reply.code(204).header('clear-site-data', '"cache", "storage"').send();
  });
}

function readSignIn(body: unknown): SignIn {
  const parsed = SignIn.safeParse(body);
  if (parsed.success) return parsed.data;
  const fields = parsed.error.issues.map((issue) => String(issue.path[0] ?? '_'));
  throw refusal('invalid-request', {
    errors: Object.fromEntries(fields.map((field) => [field, ['El valor no es válido.']])),
  });
}

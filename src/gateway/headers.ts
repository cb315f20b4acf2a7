import helmet from '@fastify/helmet';
import type { FastifyInstance } from 'fastify';
import type { Policy } from './console/policy.ts';

/** Security headers of every answer; the page replaces the policy by its own, which knows a nonce. */
export async function securityHeaders(
  app: FastifyInstance,
  { policy, https }: { policy: Policy; https: boolean },
): Promise<void> {
  await app.register(helmet, {
    contentSecurityPolicy: { useDefaults: false, directives: policy },
    strictTransportSecurity: https && { maxAge: 31_536_000, includeSubDomains: false },
    referrerPolicy: { policy: 'same-origin' },
    xFrameOptions: { action: 'deny' },
  });
  app.addHook('onRequest', async (_, reply) => {
    void reply.header(
      'permissions-policy',
      'camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()',
    );
  });
}

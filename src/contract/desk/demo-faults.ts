import * as z from 'zod/mini';
import { deskEndpoints, endpoint } from '#contract/endpoint.ts';

/**
 * Faults that a demo can have. `wrong-secret`: the service signs with a secret that the console does not have. `topic-off`,
 * `callback-gone`: the inquiry webhook is switched off, or sent where nobody listens. `callback-failing`, `callback-slow`,
 * `receiver-down`: this console answers its messages with 500, too late or not at all. `certificate-expired`: the certificate of
 * its address has expired. `message-repeated`: its answers are lost. `service-down`: it answers 503.
 * `clock-wrong`: calls are signed with a wrong time. `service-slow`: it answers late. `mail-down`: no mail is accepted.
 * `package-spent`: an agency has used all its publications. `agency-left`: an agency was disassociated after it received an
 * inquiry. `never-registered`: an agency was invited and does not register. `seller-limited`: the sellers of an agency see
 * only their own inquiries.
 */
export const DEMO_FAULTS = [
  'wrong-secret',
  'topic-off',
  'callback-gone',
  'callback-failing',
  'callback-slow',
  'certificate-expired',
  'receiver-down',
  'message-repeated',
  'service-down',
  'clock-wrong',
  'service-slow',
  'mail-down',
  'package-spent',
  'agency-left',
  'never-registered',
  'seller-limited',
] as const;
export type DemoFault = (typeof DEMO_FAULTS)[number];

/** null: none. */
export const SetDemoFault = z.strictObject({ fault: z.nullable(z.enum(DEMO_FAULTS)) });
export type SetDemoFault = z.infer<typeof SetDemoFault>;

export const demoFaultEndpoints = deskEndpoints({
  /** 404 outside a demo with the embedded service. */
  setDemoFault: endpoint({
    method: 'PUT',
    path: '/desk/demo/fault',
    body: SetDemoFault,
    success: 204,
    errors: [400, 401, 403, 404],
  }),
});

import type { ChangeFollowUps } from '#contract/desk/bulk-follow-up.ts';
import { OWN } from './gateway-world.ts';

export const LOST: ChangeFollowUps['change'] = { kind: 'status', status: 'lost', lostReason: 'price' };

export const ALL = { list: { agencia: OWN } };

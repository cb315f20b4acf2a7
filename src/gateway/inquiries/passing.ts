import { v3 } from '#contract/v3.ts';
import type { ForwardHook } from '#gateway/forward/hook.ts';
import { hoursOf } from '#gateway/hours/store.ts';
import { upsertInquiries } from './store.ts';

/** An inquiry that is opened is taken up as the service has it now. */
export const indexing: ForwardHook = {
  async after({ db, config, now }, { params: { adminMail = '' } }, { status, body }) {
    if (status !== v3.viewInquiry.success || body === undefined) return;
    const { hours } = await hoursOf(db, adminMail, config.timeZone);
    await upsertInquiries(db, [JSON.parse(body)], {
      agency: adminMail,
      learned: 'single',
      hours,
      now: now(),
    });
  },
};

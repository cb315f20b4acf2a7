import { BUSY_AGENCY, DEMO_AGENCIES, INVITED_AGENCY } from './agencies.ts';

/** Nobody of it uses Vitrina: the partner answers for it. */
const AGENCY_WITHOUT_PEOPLE = 'info@rosariomotor.example';

/** Cast of the history that the gateway writes about the time before the demo's first start. */
export const STORY_CAST = {
  busyAgency: BUSY_AGENCY,
  invitedAgency: INVITED_AGENCY,
  /** The other agencies with inquiries; of each its administrator and its first collaborator. */
  agencies: DEMO_AGENCIES.filter(({ mail, perDay }) => mail !== BUSY_AGENCY && perDay > 0).map(
    ({ mail: agency, administrator, collaborators = [] }) => ({
      agency,
      sellers: [[...administrator, agency] as const, ...collaborators]
        .slice(0, agency === AGENCY_WITHOUT_PEOPLE ? 0 : 2)
        .map(([first, last, mail]) => ({ mail, name: `${first} ${last}` })),
    }),
  ),
};

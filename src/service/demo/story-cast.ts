import { BUSY_AGENCY, DEMO_AGENCIES, INVITED_AGENCY } from './agencies.ts';

/** Who appears in what the gateway tells of the time before the demo's first start. */
export const STORY_CAST = {
  busyAgency: BUSY_AGENCY,
  invitedAgency: INVITED_AGENCY,
  /** The administrator of each agency with inquiries, and its first collaborator. */
  colleagues: DEMO_AGENCIES.filter(({ mail, perDay }) => mail !== BUSY_AGENCY && perDay > 0).flatMap(
    ({ mail: agency, administrator, collaborators }) =>
      [[...administrator, agency] as const, ...collaborators]
        .slice(0, 2)
        .map(([first, last, mail]) => ({ mail, name: `${first} ${last}`, agency })),
  ),
};

import {
  AGENCY_WITH_SPENT_PACKAGE,
  BUSY_AGENCY,
  DEMO_AGENCIES,
  INVITED_AGENCY,
  SMALL_AGENCY,
} from './agencies.ts';

/** Nobody of it uses Vitrina: the partner answers for it. */
const AGENCY_WITHOUT_PEOPLE = 'info@rosariomotor.example';

/** Open minutes to answer in, where an agency has set its own. */
const TARGETS: Readonly<Record<string, number>> = {
  [BUSY_AGENCY]: 120,
  'ventas@docta.example': 120,
  [AGENCY_WITHOUT_PEOPLE]: 240,
  [AGENCY_WITH_SPENT_PACKAGE]: 240,
  'hola@nortecamionetas.example': 240,
  'contacto@comahue.example': 240,
};

/** Cast of the history that the gateway writes about the time before the demo's first start. */
export const STORY_CAST = {
  invitedAgency: INVITED_AGENCY,
  /** Agencies with inquiries, the demo seller's first; of each its administrator and its first collaborator. */
  agencies: DEMO_AGENCIES.filter(({ mail, perDay }) => perDay > 0 || mail === SMALL_AGENCY).map(
    ({ mail: agency, administrator, collaborators = [] }) => ({
      agency,
      target: TARGETS[agency],
      sellers: [[...administrator, agency] as const, ...collaborators]
        .slice(0, agency === AGENCY_WITHOUT_PEOPLE ? 0 : 2)
        .map(([first, last, mail]) => ({ mail, name: `${first} ${last}` })),
    }),
  ),
};

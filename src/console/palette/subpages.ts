import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { Session } from '#contract/desk/sessions.ts';
import { paths } from '#console/paths.ts';

interface Subpage {
  to: string;
  label: MessageDescriptor;
  needs?: Session['may'][number];
}

export const SUBPAGES: readonly Subpage[] = [
  { to: paths.help(), label: msg`Ayuda` },
  { to: paths.me(), label: msg`Mi cuenta` },
  { to: paths.inviteAgency(), label: msg`Invitar a una agencia`, needs: 'inviteAgency' },
  { to: paths.inviteMany(), label: msg`Invitar a muchas agencias`, needs: 'inviteAgencies' },
  { to: paths.invitations(), label: msg`Invitaciones`, needs: 'listInvitations' },
  { to: paths.invitePerson(), label: msg`Invitar a una persona`, needs: 'invitePerson' },
  { to: paths.newTemplate(), label: msg`Nueva plantilla`, needs: 'addTemplate' },
  { to: paths.makes(), label: msg`Marcas`, needs: 'listMakes' },
  { to: paths.bodyStyles(), label: msg`Carrocerías`, needs: 'listBodyStyles' },
  { to: paths.cities(), label: msg`Ciudades`, needs: 'listCities' },
  { to: paths.colors(), label: msg`Colores`, needs: 'listColors' },
  { to: paths.bestMatch(), label: msg`Mejor coincidencia`, needs: 'matchMake' },
];

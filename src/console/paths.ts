export const paths = {
  home: () => '/',
  overview: (search = '') => `/overview${formatSearch(search)}`,
  signIn: (next?: string) => (next ? `/sign-in?next=${encodeURIComponent(next)}` : '/sign-in'),
  secondFactor: (next?: string) =>
    next ? `/sign-in/second-factor?next=${encodeURIComponent(next)}` : '/sign-in/second-factor',
  recover: () => '/recover',
  me: () => '/settings/me',
  templates: (search = '') => `/settings/templates${formatSearch(search)}`,
  newTemplate: () => '/settings/templates/new',
  template: (id: string) => `/settings/templates/${segment(id)}`,
  hours: (adminMail?: string) =>
    adminMail ? `/settings/hours?agencia=${encodeURIComponent(adminMail.toWellFormed())}` : '/settings/hours',
  people: () => '/settings/people',
  person: (id: string) => `/settings/people/${segment(id)}`,
  invitePerson: () => '/settings/people/invite',
  audit: (search = '') => `/settings/audit${formatSearch(search)}`,
  agencies: (search = '') => `/agencies${formatSearch(search)}`,
  agency: (adminMail: string) => `/agencies/${segment(adminMail)}`,
  editAgency: (adminMail: string) => `/agencies/${segment(adminMail)}/edit`,
  disassociateAgency: (adminMail: string) => `/agencies/${segment(adminMail)}/disassociate`,
  inviteAgency: (adminMail?: string) =>
    adminMail
      ? `/agencies/invite?AdminMail=${encodeURIComponent(adminMail.toWellFormed())}`
      : '/agencies/invite',
  invitations: (search = '') => `/agencies/invitations${formatSearch(search)}`,
  webhooks: () => '/webhooks',
  webhook: (topic: string) => `/webhooks/${segment(topic)}`,
  editWebhook: (topic: string) => `/webhooks/${segment(topic)}/edit`,
  webhookHistory: (topic: string) => `/webhooks/${segment(topic)}/history`,
  catalogs: () => '/catalogs',
  makes: () => '/catalogs/makes',
  make: (id: string) => `/catalogs/makes/${segment(id)}`,
  bodyStyles: () => '/catalogs/body-styles',
  bodyStyle: (id: string) => `/catalogs/body-styles/${segment(id)}`,
  cities: (search = '') => `/catalogs/cities${formatSearch(search)}`,
  city: (id: string) => `/catalogs/cities/${segment(id)}`,
  colors: () => '/catalogs/colors',
  color: (id: string) => `/catalogs/colors/${segment(id)}`,
  bestMatch: (search = '') => `/catalogs/best-match${formatSearch(search)}`,
  connection: () => '/connection',
  deliveries: (search = '') => `/deliveries${formatSearch(search)}`,
  delivery: (id: string) => `/deliveries/${segment(id)}`,
  jobs: () => '/jobs',
  job: (id: string, search = '') => `/jobs/${segment(id)}${formatSearch(search)}`,
  inquiries: (search = '') => `/inquiries${formatSearch(search)}`,
  inquiry: (adminMail: string, sid: string, search = '') =>
    `/inquiries/${segment(adminMail)}/${segment(sid)}${formatSearch(search)}`,
};

export const patterns = {
  overview: '/overview',
  signIn: '/sign-in',
  secondFactor: '/sign-in/second-factor',
  recover: '/recover',
  recoveryLink: '/recover/:token',
  welcome: '/welcome/:token',
  me: '/settings/me',
  templates: '/settings/templates',
  newTemplate: '/settings/templates/new',
  template: '/settings/templates/:id',
  hours: '/settings/hours',
  people: '/settings/people',
  invitePerson: '/settings/people/invite',
  person: '/settings/people/:id',
  audit: '/settings/audit',
  agencies: '/agencies',
  inviteAgency: '/agencies/invite',
  invitations: '/agencies/invitations',
  agency: '/agencies/:adminMail',
  editAgency: '/agencies/:adminMail/edit',
  disassociateAgency: '/agencies/:adminMail/disassociate',
  webhooks: '/webhooks',
  webhook: '/webhooks/:topic',
  editWebhook: '/webhooks/:topic/edit',
  webhookHistory: '/webhooks/:topic/history',
  catalogs: '/catalogs',
  makes: '/catalogs/makes',
  make: '/catalogs/makes/:id',
  bodyStyles: '/catalogs/body-styles',
  bodyStyle: '/catalogs/body-styles/:id',
  cities: '/catalogs/cities',
  city: '/catalogs/cities/:id',
  colors: '/catalogs/colors',
  color: '/catalogs/colors/:id',
  bestMatch: '/catalogs/best-match',
  connection: '/connection',
  deliveries: '/deliveries',
  delivery: '/deliveries/:id',
  jobs: '/jobs',
  job: '/jobs/:id',
  inbox: '/inquiries/:adminMail?/:sid?',
};

function segment(text: string): string {
  // `encodeURIComponent` throws on lone surrogates.
  return encodeURIComponent(text.toWellFormed()).replace(/%40/g, '@');
}

function formatSearch(search: string): string {
  return search && !search.startsWith('?') ? `?${search}` : search;
}

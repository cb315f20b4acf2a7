/** Every address of the console. A person's page is written nowhere else. */
export const paths = {
  home: () => '/',
  signIn: (next?: string) => (next ? `/sign-in?next=${encodeURIComponent(next)}` : '/sign-in'),
  inquiries: (search = '') => `/inquiries${question(search)}`,
  inquiry: (adminMail: string, sid: string, search = '') =>
    `/inquiries/${segment(adminMail)}/${segment(sid)}${question(search)}`,
};

/** The same pages as the router matches them. */
export const patterns = {
  signIn: '/sign-in',
  inbox: '/inquiries/:adminMail?/:sid?',
};

function segment(text: string): string {
  return encodeURIComponent(text).replace(/%40/g, '@');
}

function question(search: string): string {
  return search && !search.startsWith('?') ? `?${search}` : search;
}

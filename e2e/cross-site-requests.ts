// Requests by which a page of another site may try to write.

/** A page of another site may know the addresses of the console and the body of a write. */
export interface Target {
  people: string;
  session: string;
  signIn: string;
  password: string;
  resend: string;
  agency: string;
  ownSession: string;
  invitation: string;
  credentials: string;
}

/** Runs in the browser, on the page of another site. */
interface CrossSiteRequest {
  run: (target: Target) => unknown;
  /** Place in which the browser shows the answer; absent: none. */
  opensIn?: 'tab' | 'window';
}

export const CROSS_SITE_REQUESTS: Record<string, CrossSiteRequest> = {
  'a form': {
    opensIn: 'tab',
    run: ({ people, invitation }) => sendForm(people, JSON.parse(invitation) as Record<string, string>),
  },
  'a form with files': {
    opensIn: 'tab',
    run: ({ people, invitation }) =>
      sendForm(people, JSON.parse(invitation) as Record<string, string>, 'multipart/form-data'),
  },
  'a form whose text is JSON': {
    opensIn: 'tab',
    run: ({ people, invitation }) =>
      sendForm(people, { [`${invitation.slice(0, -1)},"x":"`]: '"}' }, 'text/plain'),
  },
  'fetch without asking': {
    run: ({ people, invitation }) =>
      fetch(people, { method: 'POST', mode: 'no-cors', credentials: 'include', body: invitation }).catch(
        String,
      ),
  },
  'fetch with the header of the console': {
    run: ({ people, invitation }) =>
      fetch(people, {
        method: 'POST',
        credentials: 'include',
        headers: { 'content-type': 'application/json', 'x-vitrina': '1' },
        body: invitation,
      }).catch(String),
  },
  'fetch of another method': {
    run: ({ agency, ownSession, password }) =>
      Promise.all([
        fetch(agency, { method: 'PATCH', credentials: 'include' }).catch(String),
        fetch(ownSession, { method: 'DELETE', credentials: 'include' }).catch(String),
        fetch(password, { method: 'PUT', credentials: 'include', body: '{}' }).catch(String),
      ]),
  },
  XMLHttpRequest: {
    run: ({ people, invitation }) =>
      new Promise((done) => {
        const request = new XMLHttpRequest();
        request.open('POST', people);
        request.withCredentials = true;
        request.addEventListener('loadend', done);
        request.send(invitation);
      }),
  },
  'a beacon': {
    run: async ({ people, invitation }) => {
      navigator.sendBeacon(people, invitation);
      navigator.sendBeacon(people, new Blob([invitation], { type: 'application/json' }));
      // The answers that come after them show that the forged requests were sent.
      await fetch(people, { mode: 'no-cors' }).catch(String);
    },
  },
  'addresses that might act': {
    run: ({ people, agency, ownSession, session, invitation }) =>
      Promise.all(
        [
          `${people}?${new URLSearchParams(JSON.parse(invitation) as Record<string, string>)}`,
          `${people}?_method=POST&body=${encodeURIComponent(invitation)}`,
          agency,
          `${ownSession}?_method=DELETE`,
          `${session}?_method=DELETE`,
        ].map(
          (address) =>
            new Promise((done) => {
              const image = new Image();
              image.addEventListener('load', done);
              image.addEventListener('error', done);
              image.src = address;
            }),
        ),
      ),
  },
  'an address that the tab is led to': {
    opensIn: 'tab',
    run: ({ agency }) => {
      location.href = agency;
    },
  },
  'another method within a form': {
    opensIn: 'tab',
    run: ({ ownSession }) => sendForm(`${ownSession}?_method=DELETE`, { _method: 'DELETE' }),
  },
  'another method within a header': {
    run: ({ ownSession }) =>
      fetch(ownSession, {
        method: 'POST',
        credentials: 'include',
        headers: { 'x-http-method-override': 'DELETE', 'x-method-override': 'DELETE' },
      }).catch(String),
  },
  'a form within a frame': {
    run: ({ people, invitation }) =>
      new Promise((done) => {
        const frame = document.createElement('iframe');
        frame.name = 'hidden';
        document.body.append(frame);
        sendForm(people, { [`${invitation.slice(0, -1)},"x":"`]: '"}' }, 'text/plain', 'hidden');
        frame.addEventListener('load', done);
      }),
  },
  'a form in a new window': {
    opensIn: 'window',
    run: ({ resend }) => sendForm(resend, {}, 'application/x-www-form-urlencoded', '_blank'),
  },
  'signing somebody else in': {
    opensIn: 'tab',
    run: ({ signIn, credentials }) =>
      sendForm(signIn, { [`${credentials.slice(0, -1)},"x":"`]: '"}' }, 'text/plain'),
  },
  'signing out': {
    opensIn: 'tab',
    run: async ({ session }) => {
      await fetch(session, { method: 'DELETE', credentials: 'include' }).catch(String);
      sendForm(`${session}?_method=DELETE`, { _method: 'DELETE' });
    },
  },
};

/** Fills a form in a page and sends it; the page gets it by its source. */
export function sendForm(
  action: string,
  fields: Record<string, string>,
  enctype = 'application/x-www-form-urlencoded',
  target = '_self',
): void {
  const form = document.createElement('form');
  Object.assign(form, { method: 'POST', action, enctype, target });
  for (const [name, value] of Object.entries(fields)) {
    const input = document.createElement('input');
    Object.assign(input, { type: 'hidden', name, value });
    form.append(input);
  }
  document.body.append(form);
  form.submit();
}

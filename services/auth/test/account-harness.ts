import type { TestAnswer } from '@app/testing';
import { type AuthService, issuer, type Person, sessionCookie } from './harness.ts';

type Fields = Readonly<Record<string, string>>;

/** A browser at the account pages. */
export interface Browser {
  readonly cookie: string;
  open(path: string, headers?: Fields): Promise<TestAnswer>;
  /** Sends a form as its page would: with the anti-forgery token and what browsers say about where it stood. */
  send(path: string, fields?: Fields, headers?: Fields): Promise<TestAnswer>;
}

/** What browsers send. */
const ask = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8', 'accept-language': 'en' };
const own = { origin: issuer, 'sec-fetch-site': 'same-origin' };

/** A browser that is not logged in, or whose session is this cookie. */
export function browserOf(service: AuthService, cookie?: string): Browser {
  const session = cookie === undefined ? {} : sessionCookie(cookie);
  const open: Browser['open'] = (path, headers = {}) =>
    service.call('GET', path, { headers: { ...ask, ...session, ...headers } });
  return {
    cookie: cookie ?? '',
    open,
    send: async (path, fields = {}, headers = {}) => {
      const token = fields.csrf_token ?? (cookie === undefined ? '' : formTokenOf(await open('/account')));
      return service.form(
        path,
        { ...fields, csrf_token: token },
        { headers: { ...ask, ...own, ...session, ...headers } },
      );
    },
  };
}

export const logIn = async (service: AuthService, person: Person): Promise<Browser> =>
  browserOf(service, await service.browser(person));

export const formTokenOf = (page: TestAnswer): string =>
  /name="csrf_token" value="([\w-]+)"/.exec(page.body)?.[1] ?? '';

/** The words of a page, without markup. */
export const textOf = (page: TestAnswer): string =>
  String(page.body)
    .replace(/<style>.*<\/style>/s, '')
    .replace(/<[^>]+>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();

/** The form for a new client, as its page gave it out. */
export async function newClientForm(browser: Browser): Promise<Record<string, string>> {
  const page = await browser.open('/account/api-access/new');
  return { csrf_token: formTokenOf(page), form_id: /name="form_id" value="([\w-]+)"/.exec(page.body)?.[1] ?? '' };
}

/** What the page of a new client shows. */
export function shownCredentials(page: TestAnswer): { readonly client_id: string; readonly client_secret: string } {
  return {
    client_id: /name="client_id" value="([\w-]+)"/.exec(page.body)?.[1] ?? '',
    client_secret: /<textarea[^>]*name="client_secret"[^>]*>([\w-]+)<\/textarea>/.exec(page.body)?.[1] ?? '',
  };
}

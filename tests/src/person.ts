/**
 * Somebody who logs in and answers the consent page: forms and redirects as a browser handles them, one cookie jar per
 * origin.
 */
export interface Person {
  readonly email: string;
  readonly password: string;
}

export interface Answer {
  readonly allow: boolean;
  /** Leave the tick for writing, when it is offered. */
  readonly write?: boolean;
}

/**
 * Follows an authorization address to its end: logs in, answers, and gives the address that the application would be
 * sent to.
 * @param address where the application sends the browser
 */
export async function answerConsent(
  address: URL | string,
  person: Person,
  answer: Answer = { allow: true, write: true },
): Promise<URL> {
  const start = new URL(address);
  let cookie = '';
  const visit = async (at: URL, fields?: Readonly<Record<string, string>>): Promise<Response> => {
    const response = await fetch(at, {
      redirect: 'manual',
      headers: { accept: 'text/html', cookie },
      ...(fields ? { method: 'POST', body: new URLSearchParams(fields) } : {}),
    });
    cookie = response.headers.getSetCookie()[0]?.split(';', 1)[0] ?? cookie;
    return response;
  };
  const leads = (response: Response, from: URL): URL => {
    const location = response.headers.get('location');
    if (location === null) throw new Error(`${from.pathname} answered ${response.status} and led nowhere`);
    return new URL(location, from);
  };

  const first = await visit(start);
  const login = leads(first, start);
  if (login.origin !== start.origin) return login;
  const { email, password } = person;
  const loggedIn = await visit(login, { email, password, next: login.searchParams.get('next') ?? '' });
  const consent = leads(loggedIn, login);
  const page = await (await visit(consent)).text();
  const csrf = /name="csrf_token" value="([\w-]+)"/.exec(page)?.[1];
  if (csrf === undefined) throw new Error(`There is no consent form at ${consent.pathname}`);
  const write: Record<string, string> = answer.write === false ? {} : { write: 'on' };
  return leads(await visit(consent, { csrf_token: csrf, confirm: answer.allow ? 'yes' : 'no', ...write }), consent);
}

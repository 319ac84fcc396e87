import type { Request, Response } from 'express';
import type { Provider } from 'oidc-provider';
import { languageOf, renderStop, sendPage } from './pages.ts';
import type { IdentityProvider } from './parts.ts';

/** Seconds that a person signed in by `sandbox_pid` has to finish the request, which is one redirect. */
const SESSION_SECONDS = 600;

const REFUSED =
  'sandbox_pid must be one identity number of 11 digits with valid check digits, or that of a person defined by PUT /sandbox/persons/{pid}.';

/**
 * Nobody is remembered between sign-ins: the session of an earlier one is taken off the request. With `sandbox_pid` on
 * the authorization address the request gets a session in which that person has just signed in, so that the answer is
 * the redirect itself (EXT-R09).
 * @returns false when the request was answered here
 */
export async function beginVisit(
  { provider, directory, subjects }: IdentityProvider,
  request: Request,
  response: Response,
): Promise<boolean> {
  const name = provider.cookieName('session');
  const cookies = (request.headers.cookie ?? '')
    .split(/;\s*/)
    .filter((cookie) => cookie !== '' && !cookie.startsWith(`${name}=`));
  // Only the authorization address itself has it, not the address below it to which the form returns.
  const pid = request.path === '/' ? request.query.sandbox_pid : undefined;
  if (pid !== undefined) {
    if (typeof pid !== 'string' || directory.findPerson(pid) === undefined) {
      refuse(request, response);
      return false;
    }
    cookies.push(`${name}=${await startSession(provider, subjects.of(pid))}`);
  }
  request.headers.cookie = cookies.join('; ');
  return true;
}

async function startSession(provider: Provider, accountId: string): Promise<string> {
  const session = new provider.Session();
  session.loginAccount({ accountId, transient: true });
  await session.save(SESSION_SECONDS);
  return session.jti;
}

function refuse(request: Request, response: Response): void {
  if (request.accepts(['json', 'html']) === 'html')
    sendPage(response, 400, languageOf(request), renderStop(languageOf(request), [REFUSED]));
  else response.status(400).json({ error: 'invalid_request', error_description: REFUSED });
}

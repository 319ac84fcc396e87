import type { IncomingHttpHeaders } from 'node:http';
import {
  login,
  loginPage as loginPageEndpoint,
  logout,
  refreshSession as refreshSessionEndpoint,
} from '@app/api/auth/index';
import { type Api, empty, html, prefersPage, redirect, reply } from '@app/contract';
import { Failure } from '@app/contract/failure';
import { ownPart } from '../credentials/user.ts';
import type { AuthDeps } from '../deps.ts';
import { membershipsOf } from '../memberships/memberships.ts';
import { loginPage } from '../pages/login-page.ts';
import { rememberBrowser } from '../passwords/known-browsers.ts';
import { TOKEN_SECONDS } from '../tokens/access-token.ts';
import { beginLogin, proveLogin } from './log-in.ts';
import { logOut } from './log-out.ts';
import { safeNext } from './next.ts';
import { refreshSession } from './refresh-session.ts';
import { beginInBrowser, startTokenSession } from './session.ts';

/** A script of our own pages, or of the web application's; programs keep no cookies. */
const isPage = (headers: IncomingHttpHeaders): boolean =>
  headers['sec-fetch-site'] === 'same-origin' || headers['sec-fetch-site'] === 'same-site';

const pathOf = (url: string): string => url.split('?', 1)[0]!;

export function serveSessions(api: Api, deps: AuthDeps): void {
  const { organisation, issuer } = deps;

  api.serve(loginPageEndpoint, async ({ query, language, url, requestId }) => {
    const page = loginPage({ language, next: safeNext(query.next, issuer), action: pathOf(url), requestId });
    return html(200, page.markup, page.headers);
  });

  api.serve(login, async ({ body, headers, address, language, url, requestId }) => {
    const isForm = /^application\/x-www-form-urlencoded\b/i.test(headers['content-type'] ?? '');
    if (!isForm) {
      const proven = await proveLogin(deps, body.email, body.password, { address, headers });
      // Asked before anything begins: a login that cannot be answered leaves neither a session nor a cookie that the
      // browser never got.
      const memberships = await membershipsOf(organisation, proven.user.id);
      const { user, begun } = await beginLogin(deps, proven, async ({ id }) => ({
        sessionId: await startTokenSession(deps, id),
        cookie: isPage(headers) ? await rememberBrowser(deps, id, headers) : undefined,
      }));
      const { token } = await deps.tokens.session(user.id, begun.sessionId);
      const answer = {
        token,
        token_type: 'Bearer' as const,
        expires_in: TOKEN_SECONDS,
        user: { ...ownPart(user), ...memberships },
      };
      return begun.cookie === undefined ? answer : reply(200, answer, { 'Set-Cookie': begun.cookie });
    }
    const next = safeNext(typeof body.next === 'string' ? body.next : undefined, issuer);
    try {
      const proven = await proveLogin(deps, body.email, body.password, { address, headers });
      const { begun: cookies } = await beginLogin(deps, proven, ({ id }) => beginInBrowser(deps, id, headers));
      return redirect(next, 302, { 'Set-Cookie': cookies });
    } catch (error) {
      if (!(error instanceof Failure) || error.status !== 401 || !prefersPage(headers.accept)) throw error;
      const page = loginPage({ language, next, action: pathOf(url), email: body.email, isRefused: true, requestId });
      return html(401, page.markup, page.headers);
    }
  });

  api.serve(logout, async ({ headers }) => empty(204, { 'Set-Cookie': await logOut(deps, headers) }));

  api.serve(refreshSessionEndpoint, async (call) => {
    const { session, cookies } = await refreshSession(deps, call);
    return reply(
      200,
      { token: session.token, token_type: 'Bearer', expires_in: TOKEN_SECONDS },
      { 'Set-Cookie': cookies },
    );
  });
}

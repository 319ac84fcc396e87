import {
  beginSignup as beginEndpoint,
  completeSignup as completeEndpoint,
  exchangeSignupCode as exchangeEndpoint,
  signupCallback,
} from '@app/api/auth/index';
import { type Api, redirect, reply } from '@app/contract';
import { Failure } from '@app/contract/failure';
import { startRefreshSession } from '../sessions/session.ts';
import { viewUser } from '../users/view.ts';
import { beginSignup } from './begin.ts';
import { takeCallback } from './callback.ts';
import { completeSignup, logInAfterSignup } from './complete.ts';
import type { SignupDeps } from './deps.ts';
import { exchangeSignupCode } from './exchange.ts';
import { CallbackFault } from './identity-provider.ts';
import { serveSignUpPages } from './in-browser/http.ts';

/** The four steps of a signup (docs/contract/signup.md), and the pages over them. */
export function serveSignup(api: Api, deps: SignupDeps): void {
  serveSignUpPages(api, deps);

  api.serve(beginEndpoint, async ({ query }) => {
    const { authorizationUrl, sessionKey } = await beginSignup(deps, query.provider);
    return { authorization_url: authorizationUrl, session_key: sessionKey };
  });

  api.serve(signupCallback, async ({ url, method }) => {
    const target = appAddress(deps);
    // A look at the headers must not use the attempt up.
    if (method === 'HEAD') return redirect(target.href);
    const address = new URL(url, deps.issuer);
    try {
      target.searchParams.set('signup_code', await takeCallback(deps, address.searchParams, address));
    } catch (error) {
      if (!(error instanceof CallbackFault)) throw error;
      target.searchParams.set('signup_error', error.reason);
    }
    return redirect(target.href, 302, { 'Referrer-Policy': 'no-referrer' });
  });

  api.serve(exchangeEndpoint, async ({ body }) => exchangeSignupCode(deps, body.code));

  api.serve(completeEndpoint, async ({ body, commandKey, language, address, headers }) => {
    const completed = await completeSignup(deps, {
      commandKey,
      signupToken: body.signup_token,
      organizationId: body.organization_id,
      email: body.email,
      password: body.password,
      consent: body.consent,
      attribution: body.attribution,
      language,
      asker: { address, headers },
    });
    const { id } = completed.user;
    const { user, begun } = await logInAfterSignup(deps, id, (tx) => startRefreshSession(tx, deps.clock, id));
    const { token } = await deps.tokens.session(id, begun.sessionId);
    const message = completed.isNewUser ? 'User created successfully' : 'Organization added successfully';
    const answer = { token, user: await viewUser(deps.organisation, user), status: true, message };
    return reply(201, answer, {
      'Set-Cookie': [deps.cookies.refreshToken(begun.refreshToken), deps.cookies.sessionId(begun.sessionId)],
    });
  });
}

/** The one place a browser is sent to from here; error words in the address come from a fixed list. */
function appAddress({ appBaseUrl }: SignupDeps): URL {
  if (!appBaseUrl)
    throw new Failure('common.internal_error', 500, 'Signing up is not configured: APP_BASE_URL is not set');
  return new URL(`${appBaseUrl.replace(/\/+$/, '')}/sign-up`);
}

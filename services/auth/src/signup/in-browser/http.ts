import { finishSignUp, logInByIdentityForm, signUpPage, startSignUp } from '@app/api/auth/index';
import { type Api, html, prefersPage, type Reply, type ReplyHeaders, redirect } from '@app/contract';
import { Failure } from '@app/contract/failure';
import type { Language, Page } from '@app/pages';
import { companyPage } from '../../pages/signup/company-page.ts';
import { donePage } from '../../pages/signup/done-page.ts';
import { startPage } from '../../pages/signup/start-page.ts';
import { callbackFault, formFaultsOf, startFaults } from '../../pages/signup/words.ts';
import { beginInBrowser } from '../../sessions/session.ts';
import { beginSignup } from '../begin.ts';
import { completeSignup, logInAfterSignup } from '../complete.ts';
import type { SignupDeps } from '../deps.ts';
import { exchangeSignupCode } from '../exchange.ts';
import { logInByIdentity } from '../log-in.ts';
import { companyName, describeSession, findOutcome } from './outcome.ts';

/**
 * The pages on which a person signs up: the same four steps as the API, without script and without a cookie before the
 * end.
 */
export function serveSignUpPages(api: Api, deps: SignupDeps): void {
  api.serve(signUpPage, async ({ query, method, headers, language, requestId }) => {
    const code = typeof query.signup_code === 'string' ? query.signup_code : undefined;
    const error = typeof query.signup_error === 'string' ? query.signup_error : undefined;
    // Only a person's browser uses the code up: not a look at the headers, nor a program that follows redirects to read
    // the address.
    if (code === undefined || method === 'HEAD' || !prefersPage(headers.accept)) {
      const fault =
        error === undefined ? {} : { fault: callbackFault(error, language), isMild: error === 'access_denied' };
      return show(200, startPage({ language, requestId, ...fault }));
    }
    try {
      const { signup_token, given_name, family_name, is_existing_user, organizations } = await exchangeSignupCode(
        deps,
        code,
      );
      const person = {
        signupToken: signup_token,
        givenName: given_name || family_name,
        isExistingUser: is_existing_user,
      };
      return show(200, companyPage({ language, requestId, ...person, organizations }));
    } catch (failure) {
      if (!(failure instanceof Failure)) throw failure;
      const fault =
        failure.status === 404 ? startFaults.code[language] : callbackFault('parties_unavailable', language);
      return show(failure.status === 404 ? 404 : 503, startPage({ language, requestId, fault }));
    }
  });

  api.serve(startSignUp, async ({ language, requestId }) => {
    // Nobody is sent away who could not come back.
    if (!deps.appBaseUrl)
      return show(503, startPage({ language, requestId, fault: startFaults.notConfigured[language] }));
    try {
      const { authorizationUrl } = await beginSignup(deps, undefined);
      return redirect(authorizationUrl, 303, { 'Referrer-Policy': 'no-referrer' });
    } catch (failure) {
      if (!(failure instanceof Failure)) throw failure;
      return show(failure.status, startPage({ language, requestId, fault: startFaults.provider[language] }));
    }
  });

  api.serve(finishSignUp, async ({ body, commandKey, headers, address, language, requestId }) => {
    const { signup_token: signupToken = '', organization_id: organizationId, email, password, ads } = body;
    const visit = { consent: { ads: ads === 'on' }, attribution: { last: visitOf(deps) } };
    try {
      const completion = {
        commandKey,
        signupToken,
        organizationId,
        email,
        password,
        language,
        asker: { address, headers },
        ...visit,
      };
      const { user, isNewUser, clientAccountId } = await completeSignup(deps, completion);
      const { begun: cookies } = await logInAfterSignup(deps, user.id, () => beginInBrowser(deps, user.id, headers));
      const company = await companyName(deps, user.id, clientAccountId);
      const facts = {
        firstName: user.firstName,
        email: user.email ?? '',
        company,
        kind: isNewUser ? ('new' as const) : ('known' as const),
      };
      return show(200, donePage({ language, requestId, ...facts }), { 'Set-Cookie': cookies });
    } catch (failure) {
      if (!(failure instanceof Failure)) throw failure;
      return refuse(deps, failure, {
        signupToken,
        language,
        requestId,
        sent: { organizationId, email, ads: ads === 'on' },
      });
    }
  });

  api.serve(logInByIdentityForm, async ({ body, headers, language, requestId }) => {
    try {
      const begin = (userId: number) => beginInBrowser(deps, userId, headers);
      const cookies = await logInByIdentity(deps, body.signup_token ?? '', begin);
      return redirect('/account', 303, { 'Set-Cookie': cookies });
    } catch (failure) {
      if (!(failure instanceof Failure) || failure.status >= 500) throw failure;
      const fault = failure.code === 'signup.invalid_token' ? startFaults.token : startFaults.nobody;
      return show(failure.status, startPage({ language, requestId, fault: fault[language] }));
    }
  });
}

const show = (status: number, page: Page, headers: ReplyHeaders = {}): Reply =>
  html(status, page.markup, { ...page.headers, ...headers });

/** What the page itself knows of the visit: that it ended here. Stored with consent only. */
const visitOf = ({ clock }: SignupDeps) => ({
  params: { utm_source: 'sign-up-page' },
  landing_path: '/sign-up',
  ts: clock.millis(),
});

interface Sent {
  readonly signupToken: string;
  readonly language: Language;
  readonly requestId: string;
  readonly sent: {
    readonly organizationId: string | undefined;
    readonly email: string | undefined;
    readonly ads: boolean;
  };
}

/**
 * What the second of two sends may be refused with, by how far the first had come: the session, the organization, the
 * address or the identity is taken. Whether the first one took it shows in the registration under the same token.
 */
const losesToItself: ReadonlySet<string> = new Set([
  'signup.invalid_token',
  'signup.organization_already_registered',
  'signup.email_linked_to_other_identity',
  'signup.identity_already_registered',
]);

/** The form again with what is wrong, the outcome when it was sent before, or the first page when its time is over. */
async function refuse(
  deps: SignupDeps,
  failure: Failure,
  { signupToken, language, requestId, sent }: Sent,
): Promise<Reply> {
  const outcome = losesToItself.has(failure.code) ? await findOutcome(deps, signupToken) : undefined;
  if (outcome) {
    const company = await companyName(deps, outcome.user.id, outcome.clientAccountId);
    const facts = {
      firstName: outcome.user.firstName,
      email: outcome.user.email ?? '',
      company,
      kind: 'repeated' as const,
    };
    return show(200, donePage({ language, requestId, ...facts }));
  }
  const session = await describeSession(deps, signupToken);
  if (!session || failure.code === 'signup.invalid_token')
    return show(failure.status, startPage({ language, requestId, fault: startFaults.token[language] }));
  const fields = (failure.details?.fields ?? []) as readonly { readonly field: string }[];
  const faults = formFaultsOf(
    failure.code,
    fields.map(({ field }) => field),
    language,
  );
  const { organizationId, email, ads } = sent;
  const before = {
    ads,
    ...(organizationId === undefined ? {} : { organizationId }),
    ...(email === undefined ? {} : { email }),
  };
  return show(failure.status, companyPage({ language, requestId, signupToken, ...session, faults, sent: before }));
}

import type { IncomingHttpHeaders } from 'node:http';
import { answerConsent, authorize } from '@app/api/auth/index';
import { type Api, html, prefersPage, type Reply, redirect } from '@app/contract';
import { Failure } from '@app/contract/failure';
import type { Language } from '@app/pages';
import type { AuthDeps } from '../deps.ts';
import { companiesOf } from '../memberships/memberships.ts';
import { authorizationErrorPage } from '../pages/authorization-error-page.ts';
import { consentPage } from '../pages/consent-page.ts';
import { languageFor } from '../sessions/language.ts';
import { loginAddress } from '../sessions/next.ts';
import { answerAuthorization, beginAuthorization, type Step } from './authorize.ts';

/** What a page needs to know of the request. */
interface Visit {
  readonly url: string;
  readonly headers: IncomingHttpHeaders;
  readonly language: Language;
  readonly requestId: string;
}

export function serveAuthorization(api: Api, deps: AuthDeps): void {
  const show = async (step: Step, { url, headers, requestId }: Visit): Promise<Reply> => {
    if (step.kind === 'redirect') return redirect(step.location, 302, { 'Referrer-Policy': 'no-referrer' });
    if (step.kind === 'login') return redirect(loginAddress(step.next));
    const { question } = step;
    const companies = await companiesOf(deps, question.session.userId);
    const action = url.split('?', 1)[0]!;
    const language = languageFor(headers, question.session);
    const page = consentPage({ language, question, companies, action, switchUser: loginAddress(url), requestId });
    return html(200, page.markup, page.headers);
  };

  api.serve(authorize, (call) =>
    explain(call, async () =>
      show(await beginAuthorization(deps, { query: call.query, address: call.url, headers: call.headers }), call),
    ),
  );
  api.serve(answerConsent, (call) =>
    explain(call, async () =>
      show(await answerAuthorization(deps, { form: call.body, address: call.url, headers: call.headers }), call),
    ),
  );
}

/** Programs get the OAuth error; a person in a browser gets a page that says the same. */
async function explain({ headers, language, requestId }: Visit, work: () => Promise<Reply>): Promise<Reply> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Failure) || error.status !== 400 || !prefersPage(headers.accept)) throw error;
    const page = authorizationErrorPage(language, error, requestId);
    return html(error.status, page.markup, page.headers);
  }
}

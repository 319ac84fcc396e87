import { accountPage, homePage as homePageEndpoint, logOutForm } from '@app/api/auth/index';
import { type Api, redirect } from '@app/contract';
import { createDemoPeople } from '../credentials/demo-people.ts';
import type { AuthDeps } from '../deps.ts';
import { companiesOf } from '../memberships/memberships.ts';
import { places } from '../pages/account/frame.ts';
import { homePage } from '../pages/account/home-page.ts';
import { overviewPage } from '../pages/account/overview-page.ts';
import { languageFor } from '../sessions/language.ts';
import { logOut } from '../sessions/log-out.ts';
import { serveApiAccess } from './api-access/http.ts';
import { serveApplications } from './applications/http.ts';
import { answerForm, show, visit } from './visit.ts';
import { findVisitor } from './visitor.ts';

/** The pages of a person's own account, and the front page that leads there. */
export function serveAccount(api: Api, deps: AuthDeps): void {
  const demoPeople = createDemoPeople(deps);
  api.serve(homePageEndpoint, async ({ headers, requestId }) => {
    if (await findVisitor(deps, headers)) return redirect(places.account.href);
    const options = { language: languageFor(headers, undefined), requestId, sandbox: deps.sandbox };
    return show(200, homePage({ ...options, people: await demoPeople() }));
  });

  api.serve(accountPage, (call) =>
    visit(deps, call, async (visitor, language) => {
      const companies = await companiesOf(deps, visitor.userId);
      return show(200, overviewPage({ language, visitor, companies, requestId: call.requestId }));
    }),
  );

  api.serve(logOutForm, (call) =>
    answerForm(deps, call, '/', async () => redirect('/', 303, { 'Set-Cookie': await logOut(deps, call.headers) })),
  );

  serveApiAccess(api, deps);
  serveApplications(api, deps);
}

import { applicationsPage as applicationsEndpoint, disconnectForm } from '@app/api/auth/index';
import { type Api, redirect } from '@app/contract';
import { notFound } from '@app/contract/failure';
import type { AuthDeps } from '../../deps.ts';
import { applicationsPage } from '../../pages/account/applications-page.ts';
import { places } from '../../pages/account/frame.ts';
import { answerForm, show, visit } from '../visit.ts';
import { disconnect } from './disconnect.ts';
import { listApplications } from './store.ts';

const { href } = places.applications;

export function serveApplications(api: Api, deps: AuthDeps): void {
  api.serve(applicationsEndpoint, (call) =>
    visit(deps, call, async (visitor, language) => {
      const applications = await listApplications(deps.db, visitor.userId, deps.clock.millis());
      const isDone = call.query.done === 'disconnected';
      return show(200, applicationsPage({ language, visitor, applications, isDone, requestId: call.requestId }));
    }),
  );

  api.serve(disconnectForm, (call) =>
    answerForm(deps, call, href, async ({ userId }) => {
      if (call.params.client_id.includes('\0')) throw notFound('There is no such application');
      await disconnect(deps, userId, call.params.client_id);
      return redirect(`${href}?done=disconnected`, 303);
    }),
  );
}

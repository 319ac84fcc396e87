import { type Request, type RequestHandler, type Response, Router, urlencoded } from 'express';
import { errors } from 'oidc-provider';
import type { Directory } from '../directory/directory.ts';
import { EXAMPLE_PIDS } from './page-content.ts';
import { languageOf, renderSignIn, renderStop, sendPage } from './pages.ts';
import type { IdentityProvider } from './parts.ts';
import { withClock } from './provider-clock.ts';
import { beginVisit } from './visit.ts';

/** The identity provider with its sign-in page, to be mounted at its path. */
export function createIdentityProviderRouter(parts: IdentityProvider): Router {
  const router = Router();
  router.get('/sign-in/:uid', duringSignIn(parts, ask));
  router.post('/sign-in/:uid', urlencoded({ extended: false, limit: '4kb' }), duringSignIn(parts, answer));
  router.use('/auth', (request, response, next) =>
    withClock(parts.clock, () => beginVisit(parts, request, response).then((goesOn) => goesOn && next(), next)),
  );
  const handle = parts.provider.callback();
  router.use((request, response) => withClock(parts.clock, () => handle(request, response)));
  return router;
}

/** Persons on the sign-in page. */
const OFFERED = 4;

type Step = (parts: IdentityProvider, request: Request, response: Response) => Promise<void> | void;

/** Runs a step for a browser whose cookie names a sign-in under way; any other has to start again. */
function duringSignIn(parts: IdentityProvider, step: Step): RequestHandler {
  return (request, response) =>
    withClock(parts.clock, async () => {
      try {
        await parts.provider.interactionDetails(request, response);
      } catch (error) {
        if (!(error instanceof errors.SessionNotFound)) throw error;
        return sendPage(response, 400, languageOf(request), renderStop(languageOf(request), []));
      }
      await step(parts, request, response);
    });
}

const ask: Step = ({ directory }, request, response) => showForm(directory, request, response);

async function answer(
  { provider, directory, subjects }: IdentityProvider,
  request: Request,
  response: Response,
): Promise<void> {
  const { pid, action } = request.body as Record<string, unknown>;
  if (action === 'cancel') {
    const error = { error: 'access_denied', error_description: 'The person cancelled the sign-in.' };
    return provider.interactionFinished(request, response, error, { mergeWithLastSubmission: false });
  }
  const typed = typeof pid === 'string' ? pid.replace(/\s/g, '') : '';
  if (directory.findPerson(typed) === undefined) return showForm(directory, request, response, typed);
  await provider.interactionFinished(request, response, { login: { accountId: subjects.of(typed), remember: false } });
}

function showForm(directory: Directory, request: Request, response: Response, refused?: string): void {
  const language = languageOf(request);
  const known = directory.listPersons().slice(0, OFFERED);
  const examples = EXAMPLE_PIDS.filter((pid) => known.every((person) => person.pid !== pid)).map(
    (pid) => directory.findPerson(pid)!,
  );
  const persons = [...known, ...examples].slice(0, OFFERED);
  sendPage(response, refused === undefined ? 200 : 400, language, renderSignIn(language, persons, refused));
}

import {
  apiAccessPage,
  clientRequestsPage,
  credentialsFile,
  deleteClientForm,
  deleteClientPage,
  newClientForm,
  newClientPage,
} from '@app/api/auth/index';
import { type Api, attachment, redirect } from '@app/contract';
import { Failure, notFound } from '@app/contract/failure';
import type { Client } from '../../clients/client.ts';
import { deleteClient, registerClientOnce } from '../../clients/register.ts';
import { listClientRequests } from '../../clients/requests/list.ts';
import { listClientCredentials, listClients } from '../../clients/store.ts';
import { digestOf, newSecret, sameDigest } from '../../credentials/opaque.ts';
import type { AuthDeps } from '../../deps.ts';
import { createdPage, repeatedPage } from '../../pages/account/api-access/created-page.ts';
import { deletePage } from '../../pages/account/api-access/delete-page.ts';
import { readClientForm } from '../../pages/account/api-access/form.ts';
import { listPage } from '../../pages/account/api-access/list-page.ts';
import { newPage } from '../../pages/account/api-access/new-page.ts';
import { requestsPage } from '../../pages/account/api-access/requests-page.ts';
import { places } from '../../pages/account/frame.ts';
import { answerForm, show, visit } from '../visit.ts';
import { credentialsText } from './credentials-text.ts';

const { href } = places.apiAccess;
/** Requests on one page. */
const ROWS_SHOWN = 50;

export function serveApiAccess(api: Api, deps: AuthDeps): void {
  const { db, issuer } = deps;

  api.serve(apiAccessPage, (call) =>
    visit(deps, call, async (visitor, language) => {
      const clients = await listClients(db, visitor.userId);
      return show(
        200,
        listPage({ language, visitor, clients, isDeleted: call.query.done === 'deleted', requestId: call.requestId }),
      );
    }),
  );

  api.serve(newClientPage, (call) =>
    visit(deps, call, async (visitor, language) =>
      show(200, newPage({ language, visitor, formId: newSecret(), requestId: call.requestId })),
    ),
  );

  api.serve(newClientForm, (call) =>
    answerForm(deps, call, `${href}/new`, async (visitor, language) => {
      const { body, requestId } = call;
      const read = readClientForm(body, language);
      const formId = body.form_id ?? newSecret();
      if ('faults' in read)
        return show(400, newPage({ language, visitor, formId, sent: body, faults: read.faults, requestId }));
      const registered = await registerClientOnce(deps, read.metadata, visitor.userId, formId);
      if (!registered) return show(200, repeatedPage({ language, visitor, requestId }));
      const { client, secret } = registered;
      if (secret === undefined) throw new Error('A client of the account pages has no secret');
      return show(200, createdPage({ language, visitor, client, secret, issuer, requestId }));
    }),
  );

  api.serve(credentialsFile, (call) =>
    answerForm(deps, call, href, async ({ userId }) => {
      const { client_id = '', client_secret = '' } = call.body;
      // Only what is true goes out as a file: the secret of this person's own client.
      const [found] = await listClientCredentials(db, [client_id]);
      const isTrue =
        found?.client.ownerId === userId &&
        found.secretDigest &&
        sameDigest(digestOf(client_secret), found.secretDigest);
      if (!isTrue)
        throw new Failure('common.validation_error', 400, 'These are not the credentials of one of your clients');
      const text = credentialsText(found.client, client_secret, issuer);
      return attachment('text/plain; charset=utf-8', Buffer.from(text), `${client_id}.txt`);
    }),
  );

  api.serve(clientRequestsPage, (call) =>
    visit(deps, call, async (visitor, language) => {
      const { params, query, following, requestId } = call;
      const client = await findOwn(visitor.userId, params.client_id);
      const isFailed = query.failed === 'on';
      const asked = { per_page: ROWS_SHOWN, ...(isFailed ? { failed: true } : {}) };
      const { rows, nextCursor } = await listClientRequests(deps, client.clientId, asked, following);
      const isBegun = following.position !== undefined;
      return show(200, requestsPage({ language, visitor, client, rows, nextCursor, isFailed, isBegun, requestId }));
    }),
  );

  api.serve(deleteClientPage, (call) =>
    visit(deps, call, async (visitor, language) => {
      const client = await findOwn(visitor.userId, call.params.client_id);
      return show(200, deletePage({ language, visitor, client, requestId: call.requestId }));
    }),
  );

  api.serve(deleteClientForm, (call) =>
    answerForm(deps, call, href, async ({ userId }) => {
      const client = await findOwn(userId, call.params.client_id);
      await deleteClient(deps, client.clientId, userId);
      return redirect(`${href}?done=deleted`, 303);
    }),
  );

  const findOwn = async (userId: number, clientId: string): Promise<Client> => {
    const client = (await listClients(db, userId)).find((one) => one.clientId === clientId);
    if (!client) throw notFound('There is no such client among yours');
    return client;
  };
}

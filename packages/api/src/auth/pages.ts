import { cursorText, endpoint } from '@app/contract';
import { z } from 'zod';
import { standard } from '../envelopes.ts';
import { OAUTH_BODY_LIMIT, parameter } from './parameters.ts';

/**
 * Pages of a person's own account. They know the browser by its session cookie, which is good for pages of this service
 * and nothing else; every form carries an anti-forgery token. None of them is part of the API.
 */
const page = {
  service: 'auth',
  auth: 'public',
  envelope: standard,
  output: z.undefined(),
  secret: true,
  hidden: true,
  forPeople: true,
} as const;

const visit = { ...page, method: 'GET', status: 200, alternatives: ['text/html'] } as const;
const form = {
  ...page,
  method: 'POST',
  status: 303,
  bodyOptional: true,
  bodyType: 'application/x-www-form-urlencoded',
  bodyLimit: OAUTH_BODY_LIMIT,
} as const;

const csrf = { csrf_token: parameter('Anti-forgery token of the page.') };
const ClientId = z.object({ client_id: z.string().describe('Id of the client.') });
const Done = z.looseObject({ done: parameter('What was done just now, shown once.') });

export const homePage = endpoint({ ...visit, name: 'pages.home', summary: 'The front page', path: '/' });

export const accountPage = endpoint({ ...visit, name: 'pages.account', summary: 'Who is logged in', path: '/account' });

export const logOutForm = endpoint({
  ...form,
  name: 'pages.logOut',
  summary: 'Logs the browser out',
  path: '/account/log-out',
  body: z.object(csrf),
});

export const apiAccessPage = endpoint({
  ...visit,
  name: 'pages.apiAccess',
  summary: 'A person’s own clients',
  path: '/account/api-access',
  query: Done,
});

export const newClientPage = endpoint({
  ...visit,
  name: 'pages.newClient',
  summary: 'The form for a new client',
  path: '/account/api-access/new',
});

/**
 * Answers with the page that shows the secret, the only time that anybody sees it: it is stored nowhere, so there is
 * nothing to lead on to.
 */
export const newClientForm = endpoint({
  ...form,
  name: 'pages.newClientForm',
  summary: 'Registers a client',
  path: '/account/api-access/new',
  body: z.object({
    ...csrf,
    form_id: parameter('Random, so that one form makes one client.'),
    client_name: parameter('Required. Name of the client.'),
    client_credentials: parameter('The word on: the client acts by itself.'),
    authorization_code: parameter('The word on: people log in.'),
    refresh_token: parameter('The word on: the client stays connected.'),
    redirect_uris: parameter('Addresses to send people back to, separated by white space.'),
    write: parameter('The word on: the client may write as well.'),
  }),
  status: 200,
});

/** The page's own way to a file, without script: what it shows is sent back and returns as an attachment. */
export const credentialsFile = endpoint({
  ...form,
  name: 'pages.credentialsFile',
  summary: 'The credentials that are on the screen, as a file',
  path: '/account/api-access/credentials',
  body: z.object({
    ...csrf,
    client_id: parameter('Required. Id of the client.'),
    client_secret: parameter('Required. Its secret.'),
  }),
  status: 200,
});

export const clientRequestsPage = endpoint({
  ...visit,
  name: 'pages.clientRequests',
  summary: 'What a client asked lately',
  path: '/account/api-access/{client_id}/requests',
  params: ClientId,
  query: z.object({ failed: parameter('The word on: refusals alone.'), cursor: cursorText }),
});

export const deleteClientPage = endpoint({
  ...visit,
  name: 'pages.deleteClient',
  summary: 'Asks whether a client shall go',
  path: '/account/api-access/{client_id}/delete',
  params: ClientId,
});

export const deleteClientForm = endpoint({
  ...form,
  name: 'pages.deleteClientForm',
  summary: 'Deletes a client',
  path: '/account/api-access/{client_id}/delete',
  params: ClientId,
  body: z.object(csrf),
});

export const applicationsPage = endpoint({
  ...visit,
  name: 'pages.applications',
  summary: 'Applications that a person gave access to',
  path: '/account/applications',
  query: Done,
});

export const disconnectForm = endpoint({
  ...form,
  name: 'pages.disconnect',
  summary: 'Takes an application’s access away',
  path: '/account/applications/{client_id}/disconnect',
  params: ClientId,
  body: z.object(csrf),
});

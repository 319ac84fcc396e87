import type { Accepted } from './openapi-breakages.ts';

/** What the next release breaks for clients of the last one, on purpose. Emptied at a release. */
export const ACCEPTED_BREAKAGES: readonly Accepted[] = [
  ...[
    'error may be left out now.',
    'error.code: the answer may now hold values of type integer.',
    'error.request_id is gone.',
    'error.details is gone.',
  ].map((breakage) => ({
    breakage: `POST /mcp 415.${breakage}`,
    why: 'The document named our own envelope; what was answered has always been an error of JSON-RPC.',
  })),
  ...['status is gone.', 'error: the answer may now hold values of type object.', 'message is gone.'].map(
    (breakage) => ({
      breakage: `GET /api/v2/reports/trial-balance 503.${breakage}`,
      why: 'The document named the envelope of reports alone. The gateway has always answered in the standard one while the ledger is away; both are named now.',
    }),
  ),
  ...['/v2/oauth/clients', '/api/v2/oauth/clients'].flatMap((path) =>
    ['redirect_uris', 'grant_types', 'response_types'].map((field) => ({
      breakage: `POST ${path} request.${field}: values of type array are no longer taken.`,
      why: 'They are taken as before. The document names one of the two forms, since generated clients do not compile with both.',
    })),
  ),
  ...['/v2/oauth/clients/{client_id}', '/api/v2/oauth/clients/{client_id}'].map((path) => ({
    breakage: `DELETE ${path}: path client_id: pattern has changed.`,
    why: 'There was none. Of what is no id of a client the answer was 404 before.',
  })),
  ...['POST /api/v2/auth/signup 201.status', 'POST /public/v2/email-verifications/{token} 200.email_verified'].map(
    (field) => ({
      breakage: `${field}: the answer may now hold values outside its list.`,
      why: 'It is always true, as before. Generated C# clients do not compile with a boolean that has a list of its values.',
    }),
  ),
];

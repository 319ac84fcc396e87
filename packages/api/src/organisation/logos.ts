import { endpoint, uploadedFile } from '@app/contract';
import { z } from 'zod';
import { demo } from '../demo-company.ts';
import { standard } from '../envelopes.ts';
import { logoFile } from '../example-files.ts';
import { pathId } from '../fields.ts';
import { ClientAccountOut } from './client-accounts.ts';
import { companyAccount } from './examples.ts';

/** The largest logo, in bytes (docs/contract/general.md, "Sizes"). */
export const MAX_LOGO_BYTES = 5 * 1024 * 1024;

/** What a form has around its file. */
const AROUND = 16 * 1024;

const common = {
  service: 'organisation',
  path: '/api/v2/client-accounts/{id}/logo',
  envelope: standard,
  account: { in: 'path', field: 'id', take: 'one' },
  permission: 'admin',
  params: pathId('client account'),
  status: 200,
  output: ClientAccountOut,
  notFoundCode: 'client_account.not_found',
} as const;

const address =
  'https://books.example.com/public/v2/client-accounts/2/logo?expires=1769074200&key=5f0c3a91&signature=Z0mE2c7rXz1xE8nSg1mF4q0yPq0T2l9Qb5m3v7h2k1c';

export const setLogo = endpoint({
  ...common,
  name: 'organisation.setLogo',
  summary: 'Set the logo of a client account',
  description:
    'PNG, JPEG or WEBP of at most 5 MiB and 16 to 8192 pixels a side, decided by the content and not by its name. The logo before it is replaced.',
  method: 'POST',
  body: z.object({ file: uploadedFile().describe('The picture.') }),
  bodyType: 'multipart/form-data',
  bodyLimit: MAX_LOGO_BYTES + AROUND,
  example: {
    form: { file: logoFile },
    params: { id: demo.company.id },
    answer: { ...companyAccount, logo_url: address, updated_at: demo.now },
  },
  failures: ['client_account.invalid_logo'],
});

export const removeLogo = endpoint({
  ...common,
  name: 'organisation.removeLogo',
  summary: 'Remove the logo of a client account',
  description: 'Answers the same when there is none.',
  method: 'DELETE',
  example: {
    after: ['readLogo'],
    params: { id: demo.company.id },
    answer: { ...companyAccount, updated_at: demo.now },
  },
});

export const readLogo = endpoint({
  name: 'organisation.readLogo',
  summary: 'A logo by its signed address',
  description: 'Client accounts show such addresses as `logo_url`. They need no token and expire after 7 days.',
  service: 'organisation',
  method: 'GET',
  path: '/public/v2/client-accounts/{id}/logo',
  auth: 'public',
  envelope: standard,
  params: pathId('client account'),
  query: z.object({
    expires: z.string().default('').describe('When the address expires, in seconds since 1970.'),
    key: z.string().default('').describe('Which key signed the address.'),
    signature: z.string().default('').describe('The signature.'),
  }),
  status: 200,
  output: z.undefined(),
  replies: { 200: { description: 'The picture, under its own media type', contentType: 'image/*' } },
  example: {
    values: { 'query.expires': 'logos/expires', 'query.key': 'logos/key', 'query.signature': 'logos/signature' },
    params: { id: demo.company.id },
    query: { expires: '1769074200', key: '5f0c3a91', signature: 'Z0mE2c7rXz1xE8nSg1mF4q0yPq0T2l9Qb5m3v7h2k1c' },
  },
  failures: ['uploaded_file.url_expired'],
});

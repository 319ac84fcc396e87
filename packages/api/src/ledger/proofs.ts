import { endpoint, paging } from '@app/contract';
import { z } from 'zod';
import { demo, onePageOf } from '../demo-company.ts';
import { standard } from '../envelopes.ts';
import { ClientAccountId, ClientAccountIdText } from '../fields.ts';
import { listOf } from '../pagination.ts';
import { CalendarDate, Timestamp } from '../scalars.ts';

/** The books with their chain: JSON texts, one on each line. */
export const PROOF_FILE = 'application/x-ndjson';

const Link = z
  .string()
  .regex(/^[0-9a-f]{64}$/)
  .describe('SHA-256 over everything posted up to that entry, in hexadecimal digits.');

/** What the ledger signed at the end of a day on which something was posted. */
export const ProofHeadOut = z.object({
  client_account_id: ClientAccountId,
  day: CalendarDate.describe("Day on which it was signed, by Oslo's calendar."),
  sequence_number: z.int().describe('Number of the last entry that it covers.'),
  link: Link,
  signature: z
    .string()
    .describe('A compact JWS (RFC 7515, EdDSA) over client account, day, number and link; `kid` names its key.'),
  signed_at: Timestamp.describe('When it was signed, in UTC.'),
});

export const listProofs = endpoint({
  name: 'ledger.listProofs',
  summary: 'Signed proofs of the books, newest first',
  description:
    'Each signs the chain of hashes over all entries posted until then. With Accept: application/x-ndjson the books themselves, entry by entry with their links, and all signatures: tools/verify-books.mjs says whether anything in that file was changed, left out or swapped.',
  service: 'ledger',
  method: 'GET',
  path: '/api/v2/ledger/proofs',
  account: { in: 'query', field: 'client_account_id', take: 'one' },
  envelope: standard,
  query: z.object({ client_account_id: ClientAccountIdText, ...paging({ maximum: 1_000 }) }),
  status: 200,
  output: listOf(ProofHeadOut),
  alternatives: [PROOF_FILE],
  example: {
    query: { client_account_id: demo.company.id },
    answer: onePageOf({
      client_account_id: demo.company.id,
      day: '2026-01-15',
      sequence_number: 412,
      link: '9f2c1d0b7a6e5f4c3b2a1908f7e6d5c4b3a29180f7e6d5c4b3a2918070605040',
      signature: 'eyJhbGciOiJFZERTQSJ9.eyJmb3JtYXQiOiJib29rcy1wcm9vZi8xIn0.c2lnbmF0dXJl',
      signed_at: '2026-01-15T23:20:00Z',
    }),
  },
});

export const listProofKeys = endpoint({
  name: 'ledger.listProofKeys',
  summary: 'The public keys that proofs of the books are signed with',
  description:
    'A JSON Web Key Set (RFC 7517) of every key that ever signed one. Keep a copy beside the files it proves.',
  service: 'ledger',
  method: 'GET',
  path: '/public/v2/ledger/proof-keys',
  auth: 'public',
  envelope: standard,
  status: 200,
  output: z.object({
    keys: z
      .array(
        z.object({
          kty: z.literal('OKP').describe('Kind of key (RFC 8037).'),
          crv: z.literal('Ed25519').describe('The curve.'),
          x: z.string().describe('The public key, in base64url.'),
          kid: z.string().describe('Id of the key: its thumbprint (RFC 7638).'),
          alg: z.literal('EdDSA').describe('What it signs with.'),
          use: z.literal('sig').describe('What it is for: signatures.'),
        }),
      )
      .describe('Every key, the newest first.'),
  }),
  example: {
    answer: {
      keys: [
        {
          ...{ kty: 'OKP', crv: 'Ed25519', alg: 'EdDSA', use: 'sig' },
          x: '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo',
          kid: 'kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k',
        },
      ],
    },
  },
});

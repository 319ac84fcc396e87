import { listProofKeys, listProofs, PROOF_FILE } from '@app/api/ledger/index';
import { type Api, locatePage, streamed } from '@app/contract';
import { timestamp } from '@app/runtime';
import type { ProofContext } from './grow.ts';
import { proofFile } from './proof-file.ts';
import { countHeads, readHeads, readKeys } from './store.ts';

const KEYS_PATH = '/public/v2/ledger/proof-keys';

/** Binds the endpoints that prove the books (docs/decisions/0107-proof-of-the-books.md). */
export function serveProofs(
  api: Api,
  { db }: Pick<ProofContext, 'db'>,
  { publicBaseUrl }: { readonly publicBaseUrl: string },
): void {
  api.serve(listProofs, {
    handle: async ({ account: { clientAccountId }, query, mediaType }) => {
      if (mediaType === PROOF_FILE)
        return streamed(PROOF_FILE, proofFile(db, clientAccountId, `${publicBaseUrl}${KEYS_PATH}`));
      const { meta, offset } = locatePage(query, await countHeads(db.executor, clientAccountId));
      const heads = await readHeads(db.executor, clientAccountId, { limit: meta.per_page, offset });
      return {
        data: heads.map((head) => ({
          client_account_id: head.clientAccountId,
          day: head.day,
          sequence_number: head.sequenceNumber,
          link: head.link.toString('hex'),
          signature: head.signature,
          signed_at: timestamp(head.signedAt.toTemporalInstant()),
        })),
        meta,
      };
    },
  });

  api.serve(listProofKeys, async () => ({
    keys: (await readKeys(db.executor)).map(({ publicJwk }) => publicJwk),
  }));
}

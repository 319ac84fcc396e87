import { createHash } from 'node:crypto';
import { anyOf, type Executor, type Tx } from '@app/db';
import { and, eq, sql } from 'drizzle-orm';
import { internalReconciliations as r } from '../../schema/internal-reconciliations.ts';
import { matchingProposals as p } from '../../schema/matching.ts';
import type { LineGroup } from '../lines/facts.ts';

/** The same for the same lines with the same amounts open. */
export const fingerprintOf = ({ lines }: Pick<LineGroup, 'lines'>): string =>
  createHash('sha256')
    .update(lines.map(({ journalLineId, remainingAmount }) => `${journalLineId}:${remainingAmount}`).join(' '))
    .digest('base64url');

/** A proposal that was made, and what became of the draft that it was made as: somebody has approved or refused it. */
export interface KnownProposal {
  readonly fingerprint: string;
  readonly reconciliationId: number;
  readonly state: 'draft' | 'approved' | 'refused';
}

/** Every proposal of a client account that is remembered. */
export const knownProposals = (ex: Executor, clientAccountId: number): Promise<readonly KnownProposal[]> =>
  ex
    .select({
      fingerprint: p.fingerprint,
      reconciliationId: p.reconciliationId,
      state: sql<KnownProposal['state']>`
        case when ${r.id} is null then 'refused' when ${r.sequenceNumber} is null then 'draft' else 'approved' end`,
    })
    .from(p)
    .leftJoin(r, and(eq(r.clientAccountId, p.clientAccountId), eq(r.id, p.reconciliationId)))
    .where(eq(p.clientAccountId, clientAccountId));

export const rememberProposal = async (
  tx: Tx,
  made: Omit<KnownProposal, 'state'> & { readonly clientAccountId: number },
): Promise<void> => void (await tx.insert(p).values(made));

export async function forgetProposals(tx: Tx, clientAccountId: number, fingerprints: readonly string[]): Promise<void> {
  if (fingerprints.length === 0) return;
  await tx.delete(p).where(and(eq(p.clientAccountId, clientAccountId), anyOf(p.fingerprint, fingerprints)));
}

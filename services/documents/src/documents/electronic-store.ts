import type { Executor } from '@app/db';
import { and, eq } from 'drizzle-orm';
import { electronicInvoices } from '../schema/electronic-invoices.ts';
import type { Document } from './document.ts';

type Of = Pick<Document, 'id' | 'clientAccountId'>;

/** Keeps a document as EHF in place of what an earlier try of its posting has kept. */
export async function keepElectronic(ex: Executor, { id, clientAccountId }: Of, xml: string): Promise<void> {
  await ex
    .insert(electronicInvoices)
    .values({ documentId: id, clientAccountId, xml })
    .onConflictDoUpdate({ target: electronicInvoices.documentId, set: { xml } });
}

/** A document as EHF, as it was when its PDF was drawn; undefined where none was kept. */
export async function findElectronic(ex: Executor, { id, clientAccountId }: Of): Promise<string | undefined> {
  const e = electronicInvoices;
  const [kept] = await ex
    .select({ xml: e.xml })
    .from(e)
    .where(and(eq(e.clientAccountId, clientAccountId), eq(e.documentId, id)));
  return kept?.xml;
}

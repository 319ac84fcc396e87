import type { Renderer } from '@app/reports';
import type { ClientOf, Organisation } from '@app/rpc';
import type { KeepDependencies } from '../files/keep.ts';
import { createVoucher } from '../vouchers/create.ts';
import { typeOf, voucherOfCommand } from '../vouchers/for-documents.ts';
import type { Document } from './document.ts';
import type { PartnerSource } from './ground.ts';
import { paperName, paperOf } from './paper.ts';
import { findLines } from './store.ts';

export interface PaperDeps extends KeepDependencies {
  readonly renderer: Renderer;
  readonly partners: PartnerSource;
  readonly organisation: Pick<ClientOf<typeof Organisation>, 'GetAccount'>;
}

/** The PDF of a document to a customer. @throws Failure 503 */
async function drawPaper(deps: PaperDeps, document: Document): Promise<Buffer> {
  const { clientAccountId, businessPartnerId } = document;
  const [lines, { partners }, { account }] = await Promise.all([
    findLines(deps.db.executor, clientAccountId, [document.id]),
    businessPartnerId === null
      ? { partners: [] }
      : deps.partners.GetPartners({ clientAccountId, ids: [businessPartnerId] }),
    deps.organisation.GetAccount({ clientAccountId }),
  ]);
  const table = paperOf({
    document,
    lines,
    partner: partners[0],
    company: {
      name: account?.displayName ?? '',
      organizationNumber: account?.organizationNumber || null,
      currency: document.currencyCode,
    },
    language: account?.accountingLanguage === 'eng' ? 'eng' : 'nob',
    madeAt: deps.clock.now().round('second').toString(),
  });
  const pieces: Uint8Array[] = [];
  for await (const piece of deps.renderer.render('pdf', table)) pieces.push(piece);
  return Buffer.concat(pieces);
}

/** Makes the PDF voucher of a document that was made here (DOC-R43), once per command. @returns its id */
export const createVoucherMaker =
  (deps: PaperDeps) =>
  async (document: Document, command: { readonly key: string; readonly userId: number }): Promise<number> => {
    const { clientAccountId } = document;
    // Drawn again it would differ in the moment that it was drawn at.
    const made = await voucherOfCommand(deps.db.executor, clientAccountId, command.key);
    if (made !== undefined) return made;
    return createVoucher(deps, {
      clientAccountId,
      commandKey: command.key,
      userId: command.userId,
      voucherType: typeOf(document.documentType),
      documentDate: document.documentDate,
      fileName: `${paperName(document)}.pdf`,
      mediaType: 'application/pdf',
      content: await drawPaper(deps, document),
      channel: 'API',
      processingTrack: 'MANUAL',
      workflowStatus: 'COMPLETED',
    });
  };

/** The PDF of a document with the name that it is saved under. */
export const createDrawer =
  (deps: PaperDeps) =>
  async (document: Document): Promise<{ readonly fileName: string; readonly content: Buffer }> => ({
    fileName: `${paperName(document)}.pdf`,
    content: await drawPaper(deps, document),
  });

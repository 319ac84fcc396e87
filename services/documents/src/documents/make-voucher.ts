import { anyOf } from '@app/db';
import type { InvoicePrinter } from '@app/invoice-paper';
import type { Renderer } from '@app/reports';
import type { ClientOf, Organisation } from '@app/rpc';
import type { KeepDependencies } from '../files/keep.ts';
import { units } from '../schema/units.ts';
import { createVoucher } from '../vouchers/create.ts';
import { typeOf, voucherOfCommand } from '../vouchers/for-documents.ts';
import type { Document, DocumentLine } from './document.ts';
import type { PartnerSource } from './ground.ts';
import { invoiceOf, isPrinted } from './invoice.ts';
import { paperName, paperOf } from './paper.ts';
import { findDocument, findLines } from './store.ts';

export interface PaperDeps extends KeepDependencies {
  readonly renderer: Renderer;
  readonly printer: Pick<InvoicePrinter, 'print'>;
  readonly partners: PartnerSource;
  readonly organisation: Pick<ClientOf<typeof Organisation>, 'GetAccount' | 'GetCompany'>;
}

/** The PDF of a document: an invoice as it is sent to a customer, anything else as a table of its lines. @throws Failure 503 */
async function drawPaper(deps: PaperDeps, document: Document): Promise<Buffer> {
  const { clientAccountId, businessPartnerId } = document;
  const [lines, { partners }, { account }, company] = await Promise.all([
    findLines(deps.db.executor, clientAccountId, [document.id]),
    businessPartnerId === null
      ? { partners: [] }
      : deps.partners.GetPartners({ clientAccountId, ids: [businessPartnerId] }),
    deps.organisation.GetAccount({ clientAccountId }),
    deps.organisation.GetCompany({ clientAccountId }),
  ]);
  if (!account) throw new Error('organisation answered without an account');
  const madeAt = deps.clock.now().round('second').toString();
  if (isPrinted(document)) {
    const credited = await creditedNumber(deps, document);
    const units = await unitSymbols(deps, lines);
    const paper = invoiceOf({ document, lines, partner: partners[0], account, company, units, credited, madeAt });
    return Buffer.from(await deps.printer.print(paper));
  }
  const table = paperOf({
    ...{ document, lines, partner: partners[0], madeAt },
    company: {
      name: account.displayName,
      organizationNumber: account.organizationNumber || null,
      currency: document.currencyCode,
    },
    language: account.accountingLanguage === 'eng' ? 'eng' : 'nob',
  });
  const pieces: Uint8Array[] = [];
  for await (const piece of deps.renderer.render('pdf', table)) pieces.push(piece);
  return Buffer.concat(pieces);
}

async function creditedNumber({ db }: PaperDeps, { creditedDocumentId }: Document): Promise<string | null> {
  if (creditedDocumentId === null) return null;
  return (await findDocument(db.executor, creditedDocumentId))?.documentNumber ?? null;
}

/** Units as people write them, by id. */
async function unitSymbols({ db }: PaperDeps, lines: readonly DocumentLine[]): Promise<ReadonlyMap<number, string>> {
  const ids = [...new Set(lines.flatMap(({ unitId }) => unitId ?? []))];
  if (ids.length === 0) return new Map();
  const rows = await db.executor.select({ id: units.id, symbol: units.symbol }).from(units).where(anyOf(units.id, ids));
  return new Map(rows.map(({ id, symbol }) => [id, symbol]));
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

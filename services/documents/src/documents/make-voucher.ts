import { anyOf } from '@app/db';
import { EhfFailure } from '@app/ehf';
import type { InvoicePrinter } from '@app/invoice-paper';
import type { Renderer } from '@app/reports';
import type { ClientOf, Organisation } from '@app/rpc';
import type { Logger } from '@app/runtime';
import type { KeepDependencies } from '../files/keep.ts';
import { bytesOf } from '../files/read.ts';
import { units } from '../schema/units.ts';
import { type CreateDependencies, createVoucher } from '../vouchers/create.ts';
import { fileOfVoucher, typeOf, voucherOfCommand } from '../vouchers/for-documents.ts';
import type { Document, DocumentLine } from './document.ts';
import { type ElectronicOf, electronicInvoice } from './electronic.ts';
import { findElectronic, keepElectronic } from './electronic-store.ts';
import type { PartnerSource } from './ground.ts';
import { invoiceOf, isPrinted } from './invoice.ts';
import { paperName, paperOf } from './paper.ts';
import { accountsToPayTo, type HouseAccountSource } from './payee.ts';
import { findDocument, findLines } from './store.ts';

export interface PaperDeps extends KeepDependencies {
  readonly renderer: Renderer;
  readonly printer: Pick<InvoicePrinter, 'print'>;
  readonly partners: PartnerSource;
  readonly organisation: Pick<ClientOf<typeof Organisation>, 'GetAccount' | 'GetCompany'>;
  readonly bank: HouseAccountSource;
}

/** Whoever writes EHF says so where a document cannot be written. */
type MakerDeps = PaperDeps & CreateDependencies & { readonly logger: Logger };

/** What every paper of a document says, and who it is from and to. @throws Failure 503 */
async function basicsOf(deps: PaperDeps, document: Document) {
  const { clientAccountId, businessPartnerId } = document;
  const [lines, { partners }, { account }] = await Promise.all([
    findLines(deps.db.executor, clientAccountId, [document.id]),
    businessPartnerId === null
      ? { partners: [] }
      : deps.partners.GetPartners({ clientAccountId, ids: [businessPartnerId] }),
    deps.organisation.GetAccount({ clientAccountId }),
  ]);
  if (!account) throw new Error('organisation answered without an account');
  return { document, lines, partner: partners[0], account, madeAt: deps.clock.now().round('second').toString() };
}

/** All that a document says to a customer. @throws Failure 503 */
async function contentOf(deps: PaperDeps, document: Document, includesLogo: boolean): Promise<ElectronicOf> {
  const { clientAccountId } = document;
  const [basics, company, credited, houseAccounts] = await Promise.all([
    basicsOf(deps, document),
    deps.organisation.GetCompany({ clientAccountId, includesLogo }),
    creditedNumber(deps, document),
    accountsToPayTo(deps.bank, document),
  ]);
  return { ...basics, company, credited, houseAccounts, ...(await unitsOf(deps, basics.lines)) };
}

/** The paper of an invoice, and what that paper says. */
async function printInvoice(deps: PaperDeps, document: Document) {
  const content = await contentOf(deps, document, true);
  return { content, pdf: Buffer.from(await deps.printer.print(invoiceOf(content))) };
}

/** The paper of what is no invoice to a customer: a table of its lines. @throws Failure 503 */
async function drawTable(deps: PaperDeps, document: Document): Promise<Buffer> {
  const { lines, partner, account, madeAt } = await basicsOf(deps, document);
  const table = paperOf({
    ...{ document, lines, partner, madeAt },
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

/** The PDF of a document: an invoice as it is sent to a customer, anything else as a table of its lines. @throws Failure 503 */
const drawPaper = async (deps: PaperDeps, document: Document): Promise<Buffer> =>
  isPrinted(document) ? (await printInvoice(deps, document)).pdf : drawTable(deps, document);

/** The PDF that is kept of a document; of an invoice its EHF is kept with it. @throws Failure 503 */
async function drawToKeep(deps: MakerDeps, document: Document): Promise<Buffer> {
  if (!isPrinted(document)) return drawTable(deps, document);
  const { pdf, content } = await printInvoice(deps, document);
  const xml = writeElectronic(deps, content);
  if (xml !== null) await keepElectronic(deps.db.executor, document, xml);
  return pdf;
}

/** A document as EHF; null where the customer or the format takes none. */
function writeElectronic({ logger }: Pick<MakerDeps, 'logger'>, content: ElectronicOf): string | null {
  try {
    return electronicInvoice(content);
  } catch (error) {
    if (!(error instanceof EhfFailure)) throw error;
    const rules = error.faults.map(({ rule }) => rule);
    logger.warn({ document_id: content.document.id, rules }, 'the document has no EHF, which does not take it');
    return null;
  }
}

async function creditedNumber({ db }: PaperDeps, { creditedDocumentId }: Document): Promise<string | null> {
  if (creditedDocumentId === null) return null;
  return (await findDocument(db.executor, creditedDocumentId))?.documentNumber ?? null;
}

/** Units of lines by their ids: as people write them, and as electronic invoices do. */
async function unitsOf({ db }: PaperDeps, lines: readonly DocumentLine[]) {
  const ids = [...new Set(lines.flatMap(({ unitId }) => unitId ?? []))];
  const { id, symbol, rec20Code, rec21Code } = units;
  const rows =
    ids.length === 0
      ? []
      : await db.executor.select({ id, symbol, rec20Code, rec21Code }).from(units).where(anyOf(units.id, ids));
  return {
    units: new Map(rows.map((row) => [row.id, row.symbol])),
    unitCodes: new Map(
      rows.flatMap(({ id, rec20Code, rec21Code }) => {
        const code = rec20Code ?? rec21Code;
        return code === null ? [] : [[id, code] as const];
      }),
    ),
  };
}

/** Makes the PDF voucher of a document that was made here (DOC-R43), once per command. @returns its id */
export const createVoucherMaker =
  (deps: MakerDeps) =>
  async (document: Document, command: { readonly key: string; readonly userId: number }): Promise<number> => {
    const { clientAccountId } = document;
    // Drawn again it would differ in the moment that it was drawn at.
    const made = await voucherOfCommand(deps.db.executor, clientAccountId, command.key);
    if (made !== undefined) return made;
    return createVoucher(deps, {
      clientAccountId,
      commandKey: command.key,
      // It was just looked for; of two tries at this moment the key of the second is taken.
      isFirstTry: true,
      userId: command.userId,
      voucherType: typeOf(document.documentType),
      documentDate: document.documentDate,
      fileName: `${paperName(document)}.pdf`,
      mediaType: 'application/pdf',
      content: await drawToKeep(deps, document),
      channel: 'API',
      processingTrack: 'MANUAL',
      workflowStatus: 'COMPLETED',
    });
  };

/**
 * The PDF of a document with the name that it is saved under: that of its voucher, byte for byte, as long as it says what
 * was posted. Who has kept an invoice for five years must find the one that was sent (bokføringsloven § 13).
 */
export const createDrawer =
  (deps: PaperDeps) =>
  async (document: Document): Promise<{ readonly fileName: string; readonly content: Buffer }> => ({
    fileName: `${paperName(document)}.pdf`,
    content: (await keptPaper(deps, document)) ?? (await drawPaper(deps, document)),
  });

/** The voucher that holds what a document says today; none where it would be drawn anew. */
function voucherInForce(document: Document): number | null {
  const { status, uploadedFileId, createdInApplication, changedSincePrinted } = document;
  return status === 'DRAFT' || !createdInApplication || changedSincePrinted ? null : uploadedFileId;
}

/** @throws Failure 503, MissingContent */
async function keptPaper(deps: PaperDeps, document: Document): Promise<Buffer | undefined> {
  const voucherId = voucherInForce(document);
  if (voucherId === null) return undefined;
  const file = await fileOfVoucher(deps.db.executor, document.clientAccountId, voucherId);
  return file && bytesOf(deps, file);
}

/**
 * What a customer is sent beside the PDF: the document as EHF, or null where the customer or the format takes none. Beside a
 * PDF that was kept goes the EHF that was written with it: of two papers with two accounts nobody knows which to pay to.
 */
export const createElectronicWriter =
  (deps: MakerDeps) =>
  async (document: Document): Promise<{ readonly fileName: string; readonly content: Buffer } | null> => {
    const kept = voucherInForce(document) === null ? undefined : await findElectronic(deps.db.executor, document);
    const xml = kept ?? writeElectronic(deps, await contentOf(deps, document, false));
    return xml === null ? null : { fileName: `${paperName(document)}.xml`, content: Buffer.from(xml) };
  };

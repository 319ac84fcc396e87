import type { Tx } from '@app/db';
import { EhfFailure, isInvoiceXml, type ReadInvoice, readInvoice } from '@app/ehf';
import { bytesOf } from '../../files/read.ts';
import type { Voucher } from '../store.ts';
import { findText } from '../texts-store.ts';
import { VOUCHER_TYPES } from '../voucher.ts';
import { findDuplicate } from './duplicates-store.ts';
import { processImages } from './images.ts';
import { extractPaper } from './papers.ts';
import { findMatches, MatchingAway } from './payment-match.ts';
import { holdLease, type Outcome } from './queue.ts';
import type { Reading } from './reading.ts';
import { type Asked, advance, type Step, type StepDependencies, SYSTEM, wait } from './step.ts';

/** The answer that a voucher is a copy: it is not booked. */
const SAME = 'It is the same';

const imageProcessing: Step = (deps, taken, voucher) =>
  processImages(deps, taken, voucher, 'IMAGE_PROCESSING', {
    to: voucher.processingTrack === 'MANUAL' ? 'COMPLETED' : 'STARTING_WORKFLOW',
    reading: taken.reading,
  });

const startingWorkflow: Step = async (deps, taken, voucher) => {
  const outcome: Outcome = { to: 'CLASSIFICATION', reading: {} };
  // One whose images were never made: it was drawn by another service, or stopped before.
  if ((await findText(deps.db.executor, voucher.id)) === undefined)
    return processImages(deps, taken, voucher, 'STARTING_WORKFLOW', outcome);
  return advance(deps, taken, voucher, outcome);
};

const invoiceTypes = { INVOICE: 'APINV', CREDIT_NOTE: 'APCRN' } as const;

const classification: Step = async (deps, taken, voucher) => {
  const { reading } = taken;
  const outcome: Outcome = { to: 'DATA_EXTRACTION', reading };
  if (voucher.voucherType !== null) return advance(deps, taken, voucher, outcome);
  const answered = VOUCHER_TYPES.find((type) => type === reading.answers?.CHOOSE_TYPE?.trim().toUpperCase());
  if (answered) return advance(deps, taken, voucher, outcome, { voucherType: answered });
  const invoice = await electronicInvoice(deps, voucher);
  if (invoice) return advance(deps, taken, voucher, outcome, { voucherType: invoiceTypes[invoice.kind] });
  return wait(deps, taken, voucher, 'CLASSIFICATION', {
    question: 'What kind of document is this?',
    type: 'CHOOSE_TYPE',
    answerAction: 'SET_TYPE',
    options: ['APINV', 'RECPT', 'APCRN', 'ARINV', 'ARCRN'],
  });
};

/** The invoice that an XML file is; undefined for any other file, and for one that cannot be read. */
async function electronicInvoice(deps: StepDependencies, voucher: Voucher) {
  if (voucher.contentType !== 'application/xml') return undefined;
  const content = await bytesOf(deps, voucher);
  if (!isInvoiceXml(content)) return undefined;
  try {
    return readInvoice(content);
  } catch (error) {
    if (error instanceof EhfFailure) return undefined;
    throw error;
  }
}

const dataExtraction: Step = async (deps, taken, voucher) => {
  const invoice = await electronicInvoice(deps, voucher);
  const { answers = {} } = taken.reading;
  const outcome = (reading: Reading): Outcome => ({ to: 'DUPLICATE_CHECK', reading });
  if (!invoice) return extractPaper(deps, taken, voucher);
  const { organizationNumber } = invoice.supplier;
  const read = {
    kind: invoice.kind,
    number: invoice.number,
    organizationNumber,
    total: invoice.totalAmount,
    currency: invoice.currency,
  };
  const reading: Reading = { ...taken.reading, invoice: read };
  const partner = organizationNumber === null ? undefined : await partnerOf(deps, voucher, invoice, organizationNumber);
  if (!partner && answers.CHOOSE_PARTNER === undefined) {
    const question: Asked = {
      question: 'The supplier of this invoice is not among the business partners. Who is it?',
      type: 'CHOOSE_PARTNER',
      answerAction: 'CONTINUE_WORKFLOW',
      options: [],
    };
    return wait(deps, taken, voucher, 'DATA_EXTRACTION', question, reading);
  }
  const accountCode = partner?.defaultAccountCode ?? answers.CHOOSE_ACCOUNT;
  if (accountCode === undefined) {
    const question: Asked = {
      question: 'On which account is this invoice booked?',
      type: 'CHOOSE_ACCOUNT',
      answerAction: 'SET_ACCOUNT',
      options: [],
    };
    return wait(deps, taken, voucher, 'DATA_EXTRACTION', question, reading);
  }
  return advance(
    deps,
    taken,
    voucher,
    outcome({
      ...reading,
      accountCode,
      isStructured: partner?.defaultAccountCode !== undefined && !voucher.sentByEmployee,
      ...(partner ? { businessPartnerId: partner.id } : {}),
      ...(partner?.autonomyLevel === undefined ? {} : { autonomy: partner.autonomyLevel }),
    }),
  );
};

/**
 * The supplier of an electronic invoice; made where the company does not know it yet, once for the voucher. Of a file
 * that an employee sent none is made: the role may upload and no more (docs/contract/access.md).
 */
async function partnerOf(
  { partners }: StepDependencies,
  { id, clientAccountId, createdById, sentByEmployee }: Voucher,
  { supplier }: ReadInvoice,
  organizationNumber: string,
) {
  const find = async () =>
    (await partners.FindPartnersByOrganization({ clientAccountId, organizationNumbers: [organizationNumber] }))
      .partners[0];
  const found = await find();
  if (found || sentByEmployee) return found;
  await partners.ImportPartners({
    clientAccountId,
    commandKey: `voucher:${id}:supplier`,
    actorId: createdById ?? SYSTEM,
    partners: [
      {
        name: supplier.name,
        sourceIds: [],
        registrationNumber: organizationNumber,
        ...(supplier.streetAddress === null ? {} : { streetAddress: supplier.streetAddress }),
        ...(supplier.postalCode === null ? {} : { postalCode: supplier.postalCode }),
        ...(supplier.city === null ? {} : { city: supplier.city }),
        ...(supplier.countryCode === null ? {} : { countryCode: supplier.countryCode }),
        ...(supplier.email === null ? {} : { email: supplier.email }),
        isCustomer: false,
        isSupplier: true,
      },
    ],
  });
  return find();
}

const duplicateCheck: Step = async (deps, taken, voucher) => {
  const { reading } = taken;
  const outcome: Outcome = { to: 'BOOKING', reading };
  if (reading.answers?.DUPLICATE !== undefined) return advance(deps, taken, voucher, outcome);
  const duplicate = await findDuplicate(deps.db.executor, voucher, reading);
  if (duplicate === undefined) return advance(deps, taken, voucher, outcome);
  return wait(deps, taken, voucher, 'DUPLICATE_CHECK', {
    question:
      duplicate.kind === 'voucher'
        ? `Voucher ${duplicate.id} has the same file. Is this another one?`
        : `Document ${duplicate.id} has the same partner, number and total. Is this another one?`,
    type: 'DUPLICATE',
    answerAction: 'CONTINUE_WORKFLOW',
    options: ['It is another one', SAME],
  });
};

/** An electronic invoice becomes a document, what was read of a paper a draft; anything else is booked by people. */
const booking: Step = async (deps, taken, voucher) => {
  const { reading } = taken;
  const invoice = await electronicInvoice(deps, voucher);
  const isCopy = reading.answers?.DUPLICATE === SAME;
  const nothing = !invoice && !reading.paper;
  if (nothing || isCopy) return advance(deps, taken, voucher, { to: 'COMPLETED', reading });
  const wasAsked = reading.answers?.DUPLICATE !== undefined;
  const options = {
    reading: wasAsked ? { ...reading, isStructured: false } : reading,
    attempt: taken.leaseKey,
    holdLease: (tx: Tx) => holdLease(tx, taken),
  };
  const isBooked = invoice
    ? await deps.booking.bookInvoice(voucher, invoice, options)
    : await deps.booking.bookPaper(voucher, options);
  return advance(deps, taken, voucher, { to: isBooked ? 'RECONCILING' : 'COMPLETED', reading });
};

/** Attempts to have payments matched; what nobody answers holds up no voucher. */
const MOST_MATCHINGS = 3;

/** Reconciliation looks for the movements of a bank that pay what was booked. The voucher is done with or without one. */
const reconciling: Step = async (deps, taken, voucher) => {
  const { reading } = taken;
  const done = (matched: Reading): Promise<void> =>
    advance(deps, taken, voucher, { to: 'COMPLETED', reading: matched });
  try {
    const matches = await findMatches({ executor: deps.db.executor, matcher: deps.matcher }, voucher);
    return await done({ ...reading, matches });
  } catch (error) {
    if (!(error instanceof MatchingAway) || taken.attempts < MOST_MATCHINGS) throw error;
    return done(reading);
  }
};

/** The steps that the platform takes by itself; none from the others. */
export const steps: Partial<Readonly<Record<Voucher['workflowStatus'], Step>>> = {
  IMAGE_PROCESSING: imageProcessing,
  STARTING_WORKFLOW: startingWorkflow,
  CLASSIFICATION: classification,
  DATA_EXTRACTION: dataExtraction,
  DUPLICATE_CHECK: duplicateCheck,
  BOOKING: booking,
  RECONCILING: reconciling,
};

import { type Candidate, candidatesOf } from '@app/reading';
import type { Voucher } from '../store.ts';
import { findText } from '../texts-store.ts';
import type { Outcome } from './queue.ts';
import type { Paper, Reading } from './reading.ts';
import { advance, type Step, type StepDependencies, wait } from './step.ts';

/** What speaks for a value that is proposed: one that stands beside its label has more, one without a label less. */
const ENOUGH = 0.5;

/** Types of papers that somebody else sent us: of what we sent ourselves no draft is made. */
const PURCHASES: ReadonlySet<string | null> = new Set(['APINV', 'APCRN', 'RECPT']);

/**
 * What a paper says, as far as it could be read, and who it is from. Whatever is missing is asked; nothing of it is
 * certain, and what people say is no structured data either: a draft is the most that becomes of it.
 */
export const extractPaper: Step = async (deps, taken, voucher) => {
  const { answers = {} } = taken.reading;
  const paper = await readPaper(deps, voucher);
  const reading: Reading = { ...taken.reading, ...(paper ? { paper } : {}) };
  const partner = await partnerOf(deps, voucher, paper, answers.CHOOSE_PARTNER);
  if (!partner && answers.CHOOSE_PARTNER === undefined)
    return wait(
      deps,
      taken,
      voucher,
      'DATA_EXTRACTION',
      {
        question: paper ? whomIsItFrom(paper) : NOTHING_READ,
        type: 'CHOOSE_PARTNER',
        answerAction: 'CONTINUE_WORKFLOW',
        options: [],
      },
      reading,
    );
  const accountCode = partner?.defaultAccountCode ?? answers.CHOOSE_ACCOUNT;
  if (paper && accountCode === undefined)
    return wait(
      deps,
      taken,
      voucher,
      'DATA_EXTRACTION',
      {
        question: 'On which account is this document booked?',
        type: 'CHOOSE_ACCOUNT',
        answerAction: 'SET_ACCOUNT',
        options: [],
      },
      reading,
    );
  const outcome: Outcome = {
    to: 'DUPLICATE_CHECK',
    reading: {
      ...reading,
      isStructured: false,
      ...(accountCode === undefined ? {} : { accountCode }),
      ...(partner ? { businessPartnerId: partner.id } : {}),
      ...(partner?.autonomyLevel === undefined ? {} : { autonomy: partner.autonomyLevel }),
      ...(paper?.number ? { invoice: asInvoice(voucher, paper, paper.number) } : {}),
    },
  };
  return advance(deps, taken, voucher, outcome);
};

const NOTHING_READ = 'Whom is this document from or to, and what is its total? Nothing reliable was read of it.';

const whomIsItFrom = ({ total, currency, organizationNumber }: Paper): string => {
  const amount = currency === null ? total : `${total} ${currency}`;
  return organizationNumber === null
    ? `Whom is this document from? Its total seems to be ${amount}.`
    : `Whom is this document from? Its total seems to be ${amount}, and its sender to have the number ${organizationNumber}.`;
};

/** Undefined where no total was read, and for what is no purchase: then there is nothing to make a draft of. */
async function readPaper(deps: StepDependencies, { id, clientAccountId, voucherType }: Voucher) {
  if (!PURCHASES.has(voucherType)) return undefined;
  const text = await findText(deps.db.executor, id);
  if (!text || text.body.trim() === '') return undefined;
  const { account } = await deps.organisation.GetAccount({ clientAccountId });
  const own = account?.organizationNumber;
  const read = candidatesOf([text.body], own ? { ownOrganizationNumber: own } : {});
  const total = enough(read.total);
  if (total === null) return undefined;
  const paper: Paper = {
    total,
    vat: enough(read.vat),
    date: enough(read.date),
    dueDate: enough(read.dueDate),
    number: enough(read.number),
    organizationNumber: enough(read.organizationNumber),
    paymentReference: enough(read.paymentReference),
    currency: enough(read.currency),
  };
  return paper;
}

const enough = (candidate: Candidate | null): string | null =>
  candidate !== null && candidate.confidence >= ENOUGH ? candidate.value : null;

/** A partner that the company knows, by the number on the paper or in the answer; none is made of either. */
async function partnerOf(
  { partners }: StepDependencies,
  { clientAccountId }: Voucher,
  paper: Paper | undefined,
  answer: string | undefined,
) {
  const answered = /(?<!\d)\d{3}\s?\d{3}\s?\d{3}(?!\d)/.exec(answer ?? '')?.[0].replaceAll(/\s/g, '');
  const number = answered ?? paper?.organizationNumber ?? null;
  if (number === null) return undefined;
  return (await partners.FindPartnersByOrganization({ clientAccountId, organizationNumbers: [number] })).partners[0];
}

/** As the check for duplicates compares it. */
const asInvoice = ({ voucherType }: Voucher, paper: Paper, number: string): NonNullable<Reading['invoice']> => ({
  kind: voucherType === 'APCRN' ? 'CREDIT_NOTE' : 'INVOICE',
  number,
  organizationNumber: paper.organizationNumber,
  total: paper.total,
  currency: paper.currency ?? '',
});

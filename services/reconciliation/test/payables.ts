import { modulo11 } from '@app/check-digits';
import { Documents } from '@app/rpc';
import { stub } from '@app/testing';
import { type BankWorld, type Company, startBank } from './world.ts';

/** A document as the played documents service describes it. */
export interface PlayedDocument {
  readonly id: number;
  readonly clientAccountId: number;
  documentType: string;
  status: string;
  isBusy: boolean;
  currencyCode: string;
  exchangeRate: string;
  totalAmount: string;
  openAmount: string;
  dueDate: string;
  paymentRef: string | undefined;
  businessPartnerId: number | undefined;
  isPayable: boolean;
  openLineId: number;
  openLineSign: number;
}

/** A company that owes money: its account, its supplier, the supplier's account. */
export interface Debtor extends Company {
  readonly house: number;
  readonly supplier: number;
  readonly creditor: number;
}

export interface Payables extends BankWorld {
  readonly documents: PlayedDocument[];
  /** A company with an account of the house, and a supplier with one. */
  debtor(): Promise<Debtor>;
  /** A posted invoice from the supplier of a company. */
  bill(own: Debtor, more?: Partial<PlayedDocument>): PlayedDocument;
}

/** An account number that nobody has yet, with its check digit. */
let serial = 1_503_500_000;
export function accountNumber(): string {
  for (;;) {
    const digits = String(++serial);
    const check = modulo11(digits);
    if (check !== '-') return digits + check;
  }
}

/** Reconciliation with played documents, and partners that have addresses. */
export async function startPayables(
  others: NonNullable<Parameters<typeof startBank>[0]>['others'] = {},
): Promise<Payables> {
  const documents: PlayedDocument[] = [];
  let nextId = 900;
  const played = stub(Documents, {
    GetDocuments: async ({ clientAccountId, ids }) => ({
      documents: documents
        .filter((one) => one.clientAccountId === clientAccountId && ids.includes(one.id))
        .map(({ clientAccountId: _, ...one }) => messageOf(one)),
    }),
  });
  const bank = await startBank({ others: { ...others, documents: [played, ...(others.documents ?? [])] } });
  return {
    ...bank,
    documents,
    debtor: async () => {
      const own = await bank.company();
      const supplier = bank.own(own, 'businesspartner');
      const account = (more: object) =>
        own.done('POST', '/bank-accounts', {
          ...{ client_account_id: own.clientAccountId, type: 'CURRENT', bban: accountNumber(), bank_country: 'NO' },
          ...more,
        });
      const [house, creditor] = [await account({}), await account({ business_partner_id: supplier })];
      return { ...own, house: house.id, supplier, creditor: creditor.id };
    },
    bill: ({ clientAccountId, supplier }, more = {}) => {
      const id = ++nextId;
      const bill: PlayedDocument = {
        ...{ id, clientAccountId, documentType: 'APINV', status: 'POSTED', isBusy: false, currencyCode: 'NOK' },
        ...{ exchangeRate: '1.000000', totalAmount: '1250.00', openAmount: '1250.00', dueDate: '2099-01-31' },
        ...{ paymentRef: '1234567897', businessPartnerId: supplier, isPayable: true },
        ...{ openLineId: 70_000 + id, openLineSign: -1 },
        ...more,
      };
      documents.push(bill);
      return bill;
    },
  };
}

const messageOf = ({ paymentRef, businessPartnerId, ...document }: Omit<PlayedDocument, 'clientAccountId'>) => ({
  ...document,
  documentNumber: `F-${document.id}`,
  documentDate: '2026-01-15',
  paidAmount: '0.00',
  paymentStatus: 'UNPAID',
  journalEntryId: document.openLineId,
  version: 1,
  ...(paymentRef === undefined ? {} : { paymentRef }),
  ...(businessPartnerId === undefined ? {} : { businessPartnerId }),
});

import { access } from './access.ts';
import { assets } from './assets.ts';
import { auth } from './auth.ts';
import { bank } from './bank.ts';
import { camt } from './camt.ts';
import { documents } from './documents.ts';
import { ehf } from './ehf.ts';
import { equity } from './equity.ts';
import { externalReconciliation } from './external-reconciliation.ts';
import { gateway } from './gateway.ts';
import { general } from './general.ts';
import { internalReconciliations } from './internal-reconciliations.ts';
import { invitations } from './invitations.ts';
import { itemsAndQuestions } from './items-and-questions.ts';
import { ledger } from './ledger.ts';
import { library } from './library.ts';
import { oauth } from './oauth.ts';
import { operations } from './operations.ts';
import { organisation } from './organisation.ts';
import { payments } from './payments.ts';
import { periods } from './periods.ts';
import { posting } from './posting.ts';
import { saft } from './saft.ts';
import { signup } from './signup.ts';
import { trade } from './trade.ts';
import { values } from './values.ts';
import { vouchers } from './vouchers.ts';

export { vocabularies } from '../vocabularies.ts';

/** Every text of a failure in English, with its places for values, and what it says in Norwegian. */
export const catalogue: Readonly<Record<string, string>> = {
  ...general,
  ...values,
  ...access,
  ...gateway,
  ...operations,
  ...ledger,
  ...bank,
  ...payments,
  ...periods,
  ...posting,
  ...assets,
  ...documents,
  ...trade,
  ...vouchers,
  ...ehf,
  ...internalReconciliations,
  ...itemsAndQuestions,
  ...equity,
  ...saft,
  ...camt,
  ...externalReconciliation,
  ...organisation,
  ...invitations,
  ...auth,
  ...signup,
  ...oauth,
  ...library,
};

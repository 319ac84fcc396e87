import type { Api } from '@app/contract';
import { askOwner, createNamedRecords, createPartners, createUsers } from '@app/records';
import { Auth, Ledger, Organisation, Partners, References } from '@app/rpc';
import type { Dependencies } from '@app/service';
import { serveVoucherCollections } from './collections/http.ts';
import { amongCollections } from './collections/wire.ts';
import { amongDocuments } from './documents/known.ts';
import { serveCollectionEntries } from './item-collections/entries/http.ts';
import { serveItemCollections } from './item-collections/http.ts';
import { serveItems } from './items/http.ts';
import { amongItems } from './items/known.ts';
import { createCurrencies } from './outside/currencies.ts';
import { createNames } from './outside/names.ts';
import { createStanding } from './outside/standing.ts';
import { amongTaxCodes, createTaxCodes } from './outside/tax-codes.ts';
import type { QuestionHooks } from './questions/hooks.ts';
import { serveQuestions } from './questions/http.ts';
import { serveVoucherStatements } from './statements/http.ts';
import { amongCategories } from './statements/known.ts';
import { serveTasks } from './tasks/http.ts';
import { serveUnits } from './units/http.ts';
import { amongUnits } from './units/unit.ts';
import { amongVouchers, knownVouchers } from './vouchers/known.ts';

/**
 * Everything beside files, vouchers and documents: items and their collections, units, questions, tasks, statements,
 * collections and categories of vouchers.
 * @param hooks of those who wait for answers
 */
export function createCatalogue(
  { db, clock, connect }: Pick<Dependencies, 'db' | 'clock' | 'connect'>,
  hooks: QuestionHooks,
) {
  const organisation = connect(Organisation, 'organisation');
  const auth = connect(Auth, 'auth');
  const references = connect(References, 'organisation');
  const ledger = connect(Ledger, 'ledger');
  const taxCodes = createTaxCodes(ledger, clock);
  const deps = {
    db,
    clock,
    hooks,
    taxCodes,
    vouchers: knownVouchers(db),
    currencies: createCurrencies(organisation),
    users: createUsers(auth),
    standing: createStanding(auth, organisation),
    partners: createPartners(connect(Partners, 'organisation')),
    names: createNames(references),
    named: createNamedRecords({
      unit: amongUnits(db),
      taxcode: amongTaxCodes(taxCodes),
      vouchercategory: amongCategories(db),
      item: amongItems(db),
      voucher: amongVouchers(db),
      document: amongDocuments(db),
      vouchercollection: amongCollections(db),
      businesspartner: askOwner(references, 'businesspartner'),
      project: askOwner(references, 'project'),
      tag: askOwner(references, 'tag'),
      banktransaction: askOwner(connect(References, 'reconciliation'), 'banktransaction'),
      journalentry: askOwner(connect(References, 'ledger'), 'journalentry'),
    }),
  };
  return {
    endpoints: (api: Api): void => {
      serveUnits(api, deps);
      serveItems(api, deps);
      serveItemCollections(api, deps);
      serveCollectionEntries(api, deps);
      serveQuestions(api, deps);
      serveTasks(api, deps);
      serveVoucherCollections(api, deps);
      serveVoucherStatements(api, deps);
    },
  };
}

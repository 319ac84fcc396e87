import { threePagesPdf } from '@app/api/example-files';
import { answered, fixed, found, free, made, mailed, part, type Records } from './source.ts';

const all = { client_account_id: '@client-accounts/2', per_page: 1000 } as const;

/** A business partner without the number that only one of them has. */
const person = {
  'body.organization_number': undefined,
  'body.default_account_code': undefined,
  'body.default_tax_code': undefined,
  'body.is_organization': false,
} as const;

/** People, companies and what belongs to them. */
const organisation: Records = {
  'client-accounts/1': found('the firm that keeps the books', 'listClientAccounts', {
    query: {},
    where: { unique_name: 'fjord-regnskap-as' },
    sender: 'accountant',
  }),
  'client-accounts/2': found('the demo company', 'listClientAccounts', {
    query: {},
    where: { unique_name: 'nordlys-kaffebrenneri-as' },
  }),
  'client-accounts/3': answered('createClientAccount'),
  'client-accounts/3-name': answered('createClientAccount', 'unique_name'),
  'users/5': found('the owner of the demo company', 'getMe', { query: {} }),
  'users/6': found('its bookkeeper', 'getMe', { query: {}, sender: 'bookkeeper' }),
  'users/7': answered('acceptInvitation', 'user.id'),
  'organizations/7': found('the demo company in the register', 'searchOrganizations', {
    query: { organization_number: '310433217' },
  }),
  'settings/from': free('2026-01-15', '2026-01-16', '2026-01-17'),
  'roles/4': fixed,
  'roles/6': fixed,
  'invitations/5': answered('createInvitation'),
  'invitations/to-cancel': made('an invitation that nobody has accepted', 'createInvitation', {
    'body.email': 'ny@nordlys.example',
  }),
  'invitations/token': mailed('@addresses/sara', 'createInvitation', '/invitations'),
  'logos/expires': answered('setLogo', 'logo_url?expires'),
  'logos/key': answered('setLogo', 'logo_url?key'),
  'logos/signature': answered('setLogo', 'logo_url?signature'),
  'addresses/sara': free('sara@nordlys.example', 'silje@nordlys.example', 'signe@nordlys.example'),
  'addresses/organization': free('391669783', '391669791', '391669805'),
  'contracts/3': answered('createContract'),
  'business-partners/1': found('the customer Kaffebaren på Torget AS', 'listBusinessPartners', {
    query: all,
    where: { name: 'Kaffebaren på Torget AS' },
  }),
  'business-partners/19': found('a supplier', 'listBusinessPartners', { query: all, where: { is_supplier: true } }),
  'business-partners/20': made('the company itself among its partners', 'createBusinessPartner', {
    ...person,
    'body.name': 'Nordlys Kaffebrenneri AS',
  }),
  'business-partners/21': found('Ingrid Nordlys, who holds shares', 'listBusinessPartners', {
    query: all,
    where: { name: 'Ingrid Nordlys' },
  }),
  'business-partners/22': made('somebody who holds no shares yet', 'createBusinessPartner', {
    ...person,
    'body.name': 'Kari Nordlys',
  }),
  'business-partners/31': answered('createBusinessPartner'),
  'projects/1': found('a project of the demo company', 'listProjects'),
  'projects/4': answered('createProject'),
  'departments/1': found('the shop', 'listDepartments', { where: { name: 'Butikk' } }),
  'departments/3': found('the office', 'listDepartments', { where: { name: 'Kontor' } }),
  'departments/4': answered('createDepartment'),
  'tags/1': answered('createTag'),
  'tags/4': answered('createTag'),
};

const auth: Records = {
  'clients/id': answered('createClient', 'client_id'),
  'clients/secret': answered('createClient', 'client_secret'),
  'clients/token': answered('issueToken', 'access_token'),
  'clients/registered': answered('registerClient', 'client_id'),
  'password-reset/token': mailed('jonas@nordlys.example', 'requestPasswordReset', '/password-reset'),
  'email-verifications/token': mailed('somebody who has signed up', 'beginSignup', '/email-verifications'),
};

/** Rent of 15 000 kroner from the account of the company. */
const rent = {
  'body.description': 'Husleie',
  'body.external_id': undefined,
  'body.lines': [
    { posting_date: '2026-01-14', account_code: '6300', debit: '15000.00', credit: '0' },
    {
      ...{ posting_date: '2026-01-14', account_code: '1920', debit: '0', credit: '15000.00' },
      dimensions: [{ relation_type: 'bankacc', relation_id: '@bank-accounts/1' }],
    },
  ],
} as const;

/** A claim on a customer and its payment, in one entry. */
const claimed = (word: string) => ({
  'body.description': `Kontantsalg ${word}`,
  'body.external_id': undefined,
  'body.lines': [
    { debit: '100.00', credit: '0' },
    { debit: '0', credit: '100.00' },
  ].map((side) => ({
    ...{ posting_date: '2026-01-14', account_code: '1500', ...side },
    dimensions: [{ relation_type: 'businesspartner', relation_id: '@business-partners/1' }],
  })),
});

/** A parameter of the address of an archive: each read of the status signs anew, so all are of one. */
const ofLink = (name: string) =>
  part(`\`${name}\` of the link that getDataExport shows`, '@data-exports/link', `?${name}`);

const ledger: Records = {
  'journal-entries/4257': answered('createJournalEntry'),
  'journal-entries/4258': made('an entry of the payment', 'createJournalEntry', rent),
  'journal-entry-lines/9012': made('its line on the account', 'createJournalEntry', rent, 'lines.1.id'),
  'journal-entries/4259': answered('createJournalEntries', 'results.1.id'),
  'journal-entries/4260': answered('createJournalEntries', 'results.2.id'),
  'journal-entry-lines/9401': made('a line of an invoice', 'createJournalEntry', claimed('1'), 'lines.0.id'),
  'journal-entry-lines/9473': made('the line of its payment', 'createJournalEntry', claimed('1'), 'lines.1.id'),
  'journal-entry-lines/9402': made('a line of an invoice', 'createJournalEntry', claimed('2'), 'lines.0.id'),
  'journal-entry-lines/9474': made('the line of its payment', 'createJournalEntry', claimed('2'), 'lines.1.id'),
  'general-ledger-accounts/269': found('account 6800', 'listAccounts', {
    query: { ...all, account_code: '6800' },
  }),
  'general-ledger-accounts/342': answered('createAccount'),
  'journal-entries/external': free('innkjop-2026-0117', 'innkjop-2026-0118', 'innkjop-2026-0119'),
  'accounts/code': free('6805', '6806', '6807'),
  'tax-codes/2': fixed,
  'tax-codes/5': fixed,
  'assets/1': found('an asset of the demo company', 'listAssets'),
  'assets/2': made('an asset that is a building', 'createAsset', { 'body.name': 'Lager' }),
  'assets/3': answered('createAsset'),
  'assets/to-dispose': made('an asset that is scrapped', 'createAsset', { 'body.name': 'Kaffekvern' }),
  'transactions/2': found('an issue of shares', 'listEquityTransactions'),
  'data-exports/7': made(
    'an archive',
    'exportData',
    { accept: 'application/zip', 'query.date_from': '2025-12-01', 'query.date_to': '2025-12-01' },
    'export_id',
  ),
  'properties/shop': answered('searchProperties', '0.external_id'),
  'data-exports/link': found('the link to an archive, once it is made', 'getDataExport', {
    query: { export_id: '@data-exports/7' },
    at: 'download_url',
  }),
  'data-exports/expires': ofLink('expires'),
  'data-exports/key': ofLink('key'),
  'data-exports/signature': ofLink('signature'),
  'saft-imports/1': answered('createSaftImport'),
  'saft-imports/ready': found('the import when it is READY', 'getSaftImport', {
    query: { id: '@saft-imports/1' },
    where: { state: 'READY' },
    sender: 'accountant',
  }),
  'saft-imports/to-delete': found('an import when it is READY', 'getSaftImport', {
    query: { id: '@saft-imports/second' },
    where: { state: 'READY' },
    sender: 'accountant',
  }),
  'saft-imports/second': made('a second import', 'createSaftImport'),
};

const reconciliation: Records = {
  'bank-accounts/1': found('the account Driftskonto', 'listBankAccounts', {
    query: all,
    where: { name: 'Driftskonto' },
  }),
  'bank-accounts/2': answered('createBankAccount'),
  'bank-accounts/bban': free('1503 20 80119', '1503 20 80127', '1503 20 80135'),
  'bank-accounts/bban-2': free('1503 20 80143', '1503 20 80151', '1503 20 80178'),
  'bank-accounts/to-close': made('an account without transactions', 'createBankAccount', {
    'body.bban': '@bank-accounts/bban-2',
  }),
  'bank-statements/1': answered('createBankStatement'),
  'bank-transactions/1': answered('createBankTransaction'),
  'bank-transactions/rent': made('a payment of rent', 'createBankTransaction', {
    'body.amount': '-15000.00',
    'body.payee_bank_account_id': undefined,
    'body.payor_name': undefined,
    'body.payor_bank_account_id': '@bank-accounts/1',
  }),
  'reconciliations/1': answered('createInternalReconciliation'),
  'reconciliations/draft': made('a draft', 'createInternalReconciliation', {
    'body.is_draft': true,
    'body.entry_lines.0.journal_entry_line_id': '@journal-entry-lines/9402',
    'body.entry_lines.1.journal_entry_line_id': '@journal-entry-lines/9474',
  }),
  'external-reconciliations/1': answered('createExternalReconciliation'),
  'reconciliation-periods/1': found('the first period', 'listReconciliationPeriods', {
    query: all,
    isLast: true,
  }),
  'reconciliation-periods/2': found('a period that is reconciled', 'listReconciliationPeriods', {
    query: all,
    where: { status: 'RECONCILED' },
  }),
  'payments/3': answered('createPayment'),
  'payments/to-cancel': made('a payment that has not been sent', 'createPayment', {
    'body.document_id': '@documents/second-bill',
  }),
};

/** A bill of a supplier. */
const bill = {
  'body.document_type': 'APINV',
  'body.business_partner_id': '@business-partners/19',
  'body.lines': [{ description: 'Leie', quantity: '1', price: '12000', tax_code: '1' }],
} as const;

const documents: Records = {
  'documents/60': made('a bill that is not paid', 'createDocument', bill),
  'documents/second-bill': made('another bill', 'createDocument', { ...bill, 'body.description': 'Leie februar' }),
  'documents/61': answered('createDocument'),
  'document-lines/83': answered('createDocument', 'lines.0.id'),
  'documents/draft': made('a draft', 'createDocument', { 'body.is_draft': true }),
  'documents/to-delete': made('a draft', 'createDocument', { 'body.is_draft': true, 'body.description': 'Slettes' }),
  'documents/to-cancel': made('a posted bill', 'createDocument', { ...bill, 'body.description': 'Kanselleres' }),
  'vouchers/41': answered('uploadVoucher'),
  'vouchers/42': made('a second voucher', 'uploadVoucher', { 'body.file_name': 'side-2.pdf' }),
  'vouchers/43': made('a third voucher', 'uploadVoucher', { 'body.file_name': 'side-3.pdf' }),
  'vouchers/to-split': made('a voucher of three pages', 'uploadVoucher', { 'body.content_base64': threePagesPdf }),
  'files/41': answered('uploadVoucher'),
  'files/expires': answered('getFile', 'download_url?expires'),
  'files/key': answered('getFile', 'download_url?key'),
  'files/signature': answered('getFile', 'download_url?signature'),
  'items/1': found('an item of the demo company', 'listItems'),
  'items/3': answered('createItem'),
  'items/number': free('KURS', 'KURS-2', 'KURS-3'),
  'item-collections/1': answered('createItemCollection'),
  'collection-entries/1': answered('createCollectionEntry'),
  'units/1': fixed,
  'questions/1': answered('createQuestion'),
  'tasks/1': answered('createTask'),
  'voucher-collections/name': free('Kaffemessen i Oslo', 'Kaffemessen i Bergen', 'Kaffemessen i Tromsø'),
  'voucher-collections/1': answered('createVoucherCollection'),
  'voucher-categories/1': fixed,
};

/**
 * Where the records that examples name come from in a running installation, by resource and the id of the example. A
 * record that several samples name is the same one; one that a sample uses up is made for it alone.
 */
export const records: Records = { ...auth, ...organisation, ...ledger, ...reconciliation, ...documents };

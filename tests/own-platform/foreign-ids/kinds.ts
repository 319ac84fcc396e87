import type { dimensionTypes } from '@app/api/ledger/dimensions';
import type { AnyEndpoint } from '@app/contract';
import { type IdField, nameOf } from './fields.ts';

/** What an id is of. */
export type Kind =
  | 'client-accounts' | 'users' | 'clients' | 'contracts' | 'invitations' | 'business-partners' | 'projects' | 'departments' | 'tags'
  | 'journal-entries' | 'journal-entry-lines' | 'general-ledger-accounts' | 'account-codes' | 'assets' | 'transactions' | 'data-export' | 'saft-imports'
  | 'bank-accounts' | 'creditor-accounts' | 'bank-transactions' | 'bank-statements' | 'reconciliations' | 'external-reconciliations' | 'reconciliation-periods'
  | 'payments' | 'documents' | 'document-lines' | 'vouchers' | 'files' | 'items' | 'item-collections' | 'collection-entries'
  | 'voucher-collections' | 'questions' | 'answer-options' | 'tasks' | 'statements' | 'statement-lines'; // biome-ignore format: a list of words

/** An id of a kind in a field, with what has to stand beside it to be looked at. */
export interface Trial {
  readonly kind: Kind;
  readonly beside?: Readonly<Record<string, unknown>>;
  /** Fields beside it that name records of the same company: half of such a pair is refused whosever it is. */
  readonly also?: Readonly<Record<string, Kind>>;
  /** How the id is written, where it is not by itself, given what stands there in a sound request. */
  readonly as?: (id: number | string, sound: unknown) => unknown;
  /** Which element of a list it goes into; the first by default. */
  readonly at?: number;
}

/** A field that takes an id for which there is no such thing as another company's, and why. */
export interface Exempt {
  readonly why: string;
}

const exempt = (why: string): Exempt => ({ why });
const of = (kind: Kind): readonly Trial[] => [{ kind }];

/** What lines of the ledger are tagged with. */
const dimensions = {
  businesspartner: 'business-partners',
  bankacc: 'bank-accounts',
  project: 'projects',
  department: 'departments',
  asset: 'assets',
  tag: 'tags',
  item: 'items',
} as const satisfies Record<(typeof dimensionTypes)[number], Kind>;

/** One trial for each type of relation. */
const related = (types: Readonly<Record<string, Kind>>, more: object = {}): readonly Trial[] =>
  Object.entries(types).map(([type, kind]) => ({ kind, beside: { relation_type: type, ...more } }));

const statementLine = { line_type: 'BALANCE', category: 'OTHER_ASSET', line_date: '2026-01-31', amount: '1.00' };

const onLines = related(dimensions);
const caller = exempt('a word of the caller, unique in its own company');
const everybody = exempt('the same table for everybody');
const register = exempt('of the public register of companies');
const server = exempt('given by the server, refused whatever it is');
const keeps = exempt('what the record keeps, refused whatever it is');
const rows = exempt('a row of the request or of the record that it changes');

/** What the ids of a field are of, by its name. */
const named: Readonly<Record<string, readonly Trial[] | Exempt>> = {
  client_account_id: of('client-accounts'),
  provider_client_account_id: of('client-accounts'),
  'client_contracts.provider_client_account_id': of('client-accounts'),
  user_id: of('users'),
  manager_user_id: of('users'),
  assigned_to_id: of('users'),
  client_id: of('clients'),
  business_partner_id: of('business-partners'),
  from_business_partner_id: of('business-partners'),
  to_business_partner_id: of('business-partners'),
  company_business_partner_id: of('business-partners'),
  payor_id: of('business-partners'),
  project_id: of('projects'),
  department_id: of('departments'),
  tag_ids: [{ kind: 'tags', as: (id) => [id] }],
  dimensions: Object.entries(dimensions).map(([type, kind]) => ({ kind, as: (id) => `${type}:${id}` })),
  account_id: of('general-ledger-accounts'),
  account_code: of('account-codes'),
  account_codes: of('account-codes'),
  default_account_code: of('account-codes'),
  payment_account_code: of('account-codes'),
  proceeds_account: of('account-codes'),
  'journal_entry.lines.account_code': of('account-codes'),
  asset_id: of('assets'),
  export_id: of('data-export'),
  voucher_id: of('vouchers'),
  voucher_ids: [{ kind: 'vouchers', as: (id, sound) => [...(sound as readonly number[]).slice(1), id] }],
  similar_to: of('vouchers'),
  uploaded_file_id: of('vouchers'),
  attachment_file_ids: [{ kind: 'files', as: (id) => [id] }],
  collection_id: of('voucher-collections'),
  document_id: of('documents'),
  item_id: of('items'),
  item_collection_id: of('item-collections'),
  item_collection_entry_id: of('collection-entries'),
  entry_id: of('collection-entries'),
  selected_option_id: of('answer-options'),
  bank_account_id: of('bank-accounts'),
  default_bank_account_id: of('creditor-accounts'),
  payment_bank_account_id: of('bank-accounts'),
  creditor_bank_account_id: of('creditor-accounts'),
  payee_bank_account_id: of('bank-accounts'),
  payor_bank_account_id: of('bank-accounts'),
  bank_transaction_id: of('bank-transactions'),
  payment_ids: [{ kind: 'payments', as: (id) => [id] }],
  journal_entry_id: of('journal-entries'),
  journal_entry_line_id: of('journal-entry-lines'),
  relation_id: onLines,
  external_id: caller,
  message_id: caller,
  payment_id: caller,
  instruction_id: caller,
  end_to_end_id: caller,
  form_id: caller,
  cursor: exempt('text that holds the company it was made for: tried by itself'),
  role_id: everybody,
  unit_id: everybody,
  sales_unit_id: everybody,
  stock_unit_id: everybody,
  tax_code_id: everybody,
  tax_code_ids: everybody,
  voucher_category_id: everybody,
  pension_provider_id: everybody,
  organization_id: register,
  line_id: rows,
};

/** Where the name alone says too little, or something else: by operation and place. */
const placed: Readonly<Record<string, readonly Trial[] | Exempt>> = {
  'createJournalEntry body.id': server,
  'createJournalEntries body.entries.[].id': server,
  'updateJournalEntry body.id': server,
  'createDocument body.reconciliation_lines.[].id': rows,
  'updateDocument body.reconciliation_lines.[].id': rows,
  'creditDocument body.lines.[].line_id': of('document-lines'),
  // Lines carry objects, whose ids are tried each.
  'createJournalEntry body.lines.[].dimensions': rows,
  'createJournalEntries body.entries.[].lines.[].dimensions': rows,
  'updateJournalEntry body.lines.[].dimensions': rows,
  'createAccount body.account_code': exempt('the number of the account that is made'),
  'updateAccount body.account_code': exempt('the number of the account, which it keeps'),
  'updateAccount body.client_account_id': keeps,
  'updateItem body.client_account_id': keeps,
  'updateItemCollection body.client_account_id': keeps,
  'updateCollectionEntry body.item_collection_id': keeps,
  'answerQuestion body.selected_option_id': [{ kind: 'answer-options', beside: { answer_text: undefined } }],
  'updateDocument body.lines.[].account_code': [{ kind: 'account-codes', beside: { price: '1.00' } }],
  'updateContract body.client_account_id': keeps,
  'updateContract body.provider_client_account_id': keeps,
  'createJournalEntry body.relation_id': caller,
  'createJournalEntries body.entries.[].relation_id': caller,
  'updateJournalEntry body.relation_id': caller,
  'listJournalEntries query.relation_id': caller,
  'commitSaftImport body.accounts.[].account_id': exempt('stands in the file'),
  'listExternalReconciliations query.relation_id': related({ PAYMT: 'bank-transactions', JE: 'journal-entries' }),
  'listExternalReconciliations query.relation_line_id': of('journal-entry-lines'),
  'createExternalReconciliation body.entries.[].relation_id': [
    { kind: 'bank-transactions', beside: { relation_type: 'PAYMT' } },
    { kind: 'documents', beside: { relation_type: 'BANK_STATEMENT', relation_line_id: 1 } },
    { kind: 'journal-entries', at: 1 },
  ],
  'createExternalReconciliation body.entries.[].relation_line_id': [
    { kind: 'journal-entry-lines', at: 1 },
    { kind: 'journal-entry-lines', at: 1, also: { relation_id: 'journal-entries' } },
    { kind: 'statement-lines', beside: { relation_type: 'AP_STATEMENT' }, also: { relation_id: 'statements' } },
  ],
  'createExternalReconciliation body.entries.[].secondary_relation_id': exempt(
    'of a balance, which takes a statement: services/reconciliation/test/external.test.ts',
  ),
  ...Object.fromEntries(
    ['createDocument', 'updateDocument'].map((operation) => [
      `${operation} body.reconciliation_lines.[].relation_id`,
      related(dimensions, statementLine),
    ]),
  ),
  'createDocument body.reconciliation_lines.[].account_code': [{ kind: 'account-codes', beside: statementLine }],
  'updateDocument body.reconciliation_lines.[].account_code': [{ kind: 'account-codes', beside: statementLine }],
  ...Object.fromEntries(
    ['createTask body', 'updateTask body', 'listTasks query'].map((place) => [
      `${place}.relation_id`,
      related({
        ...{ voucher: 'vouchers', document: 'documents', banktransaction: 'bank-transactions' },
        ...{ businesspartner: 'business-partners', journalentry: 'journal-entries' },
      }),
    ]),
  ),
  'call body.id': exempt('of the message'),
  'linkAssetProperty body.external_id': exempt('of the public register of property'),
  'revokeTokens body.token_id': exempt('asked for by administrators of the platform alone'),
  'listTokens query.user_id': exempt('asked for by administrators of the platform alone'),
  'listTokens query.client_id': exempt('asked for by administrators of the platform alone'),
  'revokeTokens body.user_id': exempt('asked for by administrators of the platform alone'),
  'revokeTokens body.client_id': exempt('asked for by administrators of the platform alone'),
  'authorize query.client_id': exempt('anybody may ask a person for leave, as the pages show'),
};

/** What stands before `{id}` in a path, where it is no kind. */
const ofPaths: Readonly<Record<string, readonly Trial[] | Exempt>> = {
  organizations: register,
  'tax-codes': everybody,
  units: everybody,
};

const word = ({ name }: AnyEndpoint): string => name.slice(name.indexOf('.') + 1);

/** What has to be tried in a field; undefined for one that nobody has thought about. */
export function trialsOf(endpoint: AnyEndpoint, field: IdField): readonly Trial[] | Exempt | undefined {
  const name = field.path.filter((part) => part !== '[]').at(-1)!;
  const exact = placed[`${word(endpoint)} ${nameOf(field)}`];
  if (exact) return exact;
  if (field.part !== 'params' || name !== 'id') return named[name];
  const before = endpoint.path.split('/{id}', 1)[0]!.split('/').at(-1)!;
  return ofPaths[before] ?? (kinds.has(before) ? of(before as Kind) : undefined);
}

const kinds: ReadonlySet<string> = new Set<Kind>([
  'client-accounts', 'users', 'contracts', 'invitations', 'business-partners', 'projects', 'departments', 'tags', 'journal-entries', 'general-ledger-accounts', 'assets',
  'transactions', 'saft-imports', 'bank-accounts', 'bank-transactions', 'bank-statements', 'reconciliations', 'external-reconciliations', 'reconciliation-periods', 'payments',
  'documents', 'vouchers', 'files', 'items', 'item-collections', 'voucher-collections', 'questions', 'tasks',
]); // biome-ignore format: a list of words

/**
 * Where the contract tells an id of nobody from one of another company: status of both, and the rule that says so. The
 * id of a path is told apart everywhere (404 and 403, GENX-R17, GENX-R18).
 */
export const settled: Readonly<Record<string, { readonly statuses: readonly [number, number]; readonly why: string }>> =
  {
    'organisation.createContract body.client_account_id': {
      ...{ statuses: [400, 201], why: 'a firm offers its services to any company, whose owner decides (CON-R08)' },
    },
    'organisation.createClientEngagement body.client_account_id': {
      ...{ statuses: [404, 409], why: 'ENG-R09, CTL-R08' },
    },
    'organisation.createClientEngagement body.provider_client_account_id': {
      ...{ statuses: [404, 403], why: 'ENG-R09, ENG-R08' },
    },
    'organisation.createInvitation body.client_account_id': { statuses: [404, 403], why: 'INV-R08, INV-R06' },
    'ledger.exportData query.client_account_id': { statuses: [400, 403], why: 'GENX-R44' },
    'reconciliation.createPayment body.bank_account_id': {
      ...{ statuses: [400, 403], why: 'the account of the house says which company is meant ("Making and approving")' },
    },
    'documents.listVouchers query.similar_to': {
      ...{ statuses: [404, 403], why: 'voucher.source_not_found and voucher.source_access_denied' },
    },
    'documents.mergeVouchers body.voucher_ids': { statuses: [404, 403], why: 'the vouchers stand for those of a path' },
    'documents.splitVoucher body.voucher_id': { statuses: [404, 403], why: 'the voucher stands for that of a path' },
    'documents.updateCollectionEntry params.id': {
      statuses: [404, 404],
      why: 'the entry of the path is looked for first',
    },
    'documents.deleteCollectionEntry params.id': {
      statuses: [404, 404],
      why: 'the entry of the path is looked for first',
    },
  };

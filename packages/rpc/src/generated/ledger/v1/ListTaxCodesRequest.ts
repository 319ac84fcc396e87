// Original file: ../../protos/ledger/v1/ledger.proto


export interface ListTaxCodesRequest {
}

export interface ListTaxCodesRequest__Output {
}

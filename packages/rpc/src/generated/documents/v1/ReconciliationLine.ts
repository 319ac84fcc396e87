// Original file: ../../protos/documents/v1/reconciliation_lines.proto

import type { LineTarget as _documents_v1_LineTarget, LineTarget__Output as _documents_v1_LineTarget__Output } from '../../documents/v1/LineTarget.ts';
import type { Long } from '@grpc/proto-loader';

export interface ReconciliationLine {
  'documentId'?: (number | string | Long);
  'lineId'?: (number | string | Long);
  'documentType'?: (string);
  'documentNumber'?: (string);
  'documentStatus'?: (string);
  'isBusy'?: (boolean);
  'lineType'?: (string);
  'lineDate'?: (string);
  'amount'?: (string);
  'currencyCode'?: (string);
  'exchangeRate'?: (string);
  'target'?: (_documents_v1_LineTarget | null);
  '_documentNumber'?: "documentNumber";
  '_exchangeRate'?: "exchangeRate";
  '_target'?: "target";
}

export interface ReconciliationLine__Output {
  'documentId': (number);
  'lineId': (number);
  'documentType': (string);
  'documentNumber'?: (string);
  'documentStatus': (string);
  'isBusy': (boolean);
  'lineType': (string);
  'lineDate': (string);
  'amount': (string);
  'currencyCode': (string);
  'exchangeRate'?: (string);
  'target'?: (_documents_v1_LineTarget__Output | null);
  '_documentNumber'?: "documentNumber";
  '_exchangeRate'?: "exchangeRate";
  '_target'?: "target";
}

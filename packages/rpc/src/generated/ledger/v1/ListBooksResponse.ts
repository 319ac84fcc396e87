// Original file: ../../protos/ledger/v1/ledger.proto

import type { BooksRevision as _ledger_v1_BooksRevision, BooksRevision__Output as _ledger_v1_BooksRevision__Output } from '../../ledger/v1/BooksRevision.ts';

export interface ListBooksResponse {
  'books'?: (_ledger_v1_BooksRevision)[];
}

export interface ListBooksResponse__Output {
  'books': (_ledger_v1_BooksRevision__Output)[];
}

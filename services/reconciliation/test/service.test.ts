import { behavesLikeEveryService } from '@app/testing';
import { describe } from 'vitest';
import { reconciliationService } from '../src/service.ts';

describe('reconciliation', () =>
  behavesLikeEveryService(reconciliationService, { others: { ledger: [], documents: [] } }));

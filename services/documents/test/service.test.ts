import { behavesLikeEveryService } from '@app/testing';
import { describe } from 'vitest';
import { documentsService } from '../src/service.ts';

describe('documents', () => behavesLikeEveryService(documentsService, { others: { ledger: [], reconciliation: [] } }));

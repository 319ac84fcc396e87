import { behavesLikeEveryService } from '@app/testing';
import { describe } from 'vitest';
import { filingService } from '../src/service.ts';

describe('filing', () => behavesLikeEveryService(filingService));

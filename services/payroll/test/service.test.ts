import { behavesLikeEveryService } from '@app/testing';
import { describe } from 'vitest';
import { payrollService } from '../src/service.ts';

describe('payroll', () => behavesLikeEveryService(payrollService));

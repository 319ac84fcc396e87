import { expect, it } from 'vitest';
import { vatLiableDuring } from './vat-liability.ts';

it.each([
  ['no version', [], '{}'],
  ['never', [{ activeFrom: '2020-01-01', vatLiable: false }], '{}'],
  ['from the first version on, and before it', [{ activeFrom: '2020-01-01', vatLiable: true }], '{(,)}'],
  [
    'from a later version on',
    [
      { activeFrom: '2026-01-01', vatLiable: true },
      { activeFrom: '2020-01-01', activeTo: '2025-12-31', vatLiable: false },
    ],
    '{[2026-01-01,)}',
  ],
  [
    'until a later version',
    [
      { activeFrom: '2020-01-01', activeTo: '2025-12-31', vatLiable: true },
      { activeFrom: '2026-01-01', activeTo: null, vatLiable: false },
    ],
    '{(,2025-12-31]}',
  ],
])('%s', (_, periods, expected) => expect(vatLiableDuring(periods)).toBe(expected));

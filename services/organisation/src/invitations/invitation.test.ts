import { expect, it } from 'vitest';
import { assertAcceptable, type Invitation } from './invitation.ts';

const invitation = { status: 'PENDING', isAccountActive: true } as Invitation;

it.each([
  ['2026-07-01T22:30:00Z', '2026-07-02'],
  ['2026-07-01T21:30:00Z', '2026-07-01'],
  ['2026-12-31T23:30:00Z', '2027-01-01'],
])('an invitation that ran out at %s says so by the day in Oslo, %s', (at, day) => {
  const expiresAt = new Date(at);
  expect(() => assertAcceptable({ ...invitation, expiresAt }, expiresAt)).toThrow(
    `This invitation ran out on ${day}; ask for a new one`,
  );
});

import { identityCheckDigits } from '@app/check-digits';
import { describe, expect, it } from 'vitest';
import { generatePerson } from './generated.ts';
import { isIdentityNumber, isOrganizationNumber } from './identifiers.ts';

describe('check digits', () => {
  it.each(['310433217', '381960013', '333890836', '391669783'])('accept the organization number %s', (number) => {
    expect(isOrganizationNumber(number)).toBe(true);
  });

  it.each(['310433213', '348963830', '360260640', '31043321', '3104332170', '31043321a', '', '000000000'])(
    'refuse the organization number %j',
    (number) => {
      expect(isOrganizationNumber(number)).toBe(false);
    },
  );

  it.each([
    ['synthetic', '27879014110'],
    ['synthetic', '18889736131'],
    ['synthetic D-number', '65826714209'],
    ['synthetic D-number', '41879526610'],
  ])('accept the %s %s', (_kind, number) => {
    expect(isIdentityNumber(number)).toBe(true);
  });

  it.each([
    '27879014116',
    '05928947355',
    '32919000049',
    '31949000160',
    '30829000012',
    '1',
    '00000000000',
    '2787901411a',
  ])('refuse %s', (number) => {
    expect(isIdentityNumber(number)).toBe(false);
  });
});

describe('a generated person', () => {
  it("has an organization whose number is valid and whose fifth digit is 9 exactly when the person's is", () => {
    for (let serial = 0; serial < 500; serial++) {
      const firstNine = `0181${String(serial % 100).padStart(2, '0')}${String(serial).padStart(3, '0')}`;
      const check = identityCheckDigits(firstNine);
      if (check === undefined) continue;
      const pid = firstNine + check;
      const [membership] = generatePerson(pid).memberships;
      expect(isIdentityNumber(pid)).toBe(true);
      expect(isOrganizationNumber(membership!.organizationNumber)).toBe(true);
      expect(membership!.organizationNumber[4] === '9').toBe(pid[4] === '9');
    }
  });
});

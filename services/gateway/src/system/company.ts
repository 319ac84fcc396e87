import { randomBytes, randomInt } from 'node:crypto';
import { identityCheckDigits } from '@app/check-digits';
import { signUp } from '@app/demo/signup';

/** A company of the sandbox with its owner, as the test hooks answer it. */
export interface MadeCompany {
  readonly client_account_id: number;
  readonly organization_number: string;
  readonly email: string;
  readonly password: string;
  readonly token: string;
}

/** An identity number of the synthetic series (80 added to the month), of nobody in particular. */
function syntheticIdentity(): string {
  for (;;) {
    const day = String(randomInt(1, 29)).padStart(2, '0');
    const month = String(80 + randomInt(1, 13));
    const nine = `${day}${month}${String(randomInt(0, 100_000)).padStart(5, '0')}`;
    const check = identityCheckDigits(nine);
    if (check !== undefined) return `${nine}${check}`;
  }
}

/**
 * Signs a new owner of the sandbox up, as a browser would: the sandbox makes up the person and the company from the
 * identity number.
 */
export async function makeCompanyAt(baseUrl: string): Promise<MadeCompany> {
  const credentials = {
    email: `eier-${randomBytes(6).toString('hex')}@testing.example`,
    password: randomBytes(15).toString('base64url'),
  };
  const made = await signUp(baseUrl, { pid: syntheticIdentity(), ...credentials });
  return {
    ...{ client_account_id: made.clientAccountId, organization_number: made.organizationNumber },
    ...credentials,
    token: made.token,
  };
}

import { randomBytes, randomInt } from 'node:crypto';
import { identityCheckDigits } from '@app/check-digits';
import { signUp } from '@app/demo/signup';
import type { ClientOf, Organisation } from '@app/rpc';

/** A company of the sandbox with its owner, as the test hooks answer it. */
export interface MadeCompany {
  readonly client_account_id: number;
  readonly organization_number: string;
  readonly email: string;
  readonly password: string;
  readonly token: string;
  /** Timestamp of real time. */
  readonly erased_after: string;
}

/** Whoever owns client accounts, and erases those that are thrown away. */
export type Owner = Pick<ClientOf<typeof Organisation>, 'MakeDisposable'>;

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
 * identity number. Nobody is told of a company before it is known to be erased after its day (JOB-R10).
 */
export async function makeCompanyAt(baseUrl: string, owner: Owner): Promise<MadeCompany> {
  const email = `eier-${randomBytes(6).toString('hex')}@testing.example`;
  const password = randomBytes(15).toString('base64url');
  const { clientAccountId, organizationNumber, token } = await signUp(baseUrl, {
    pid: syntheticIdentity(),
    email,
    password,
  });
  const { erasedAfter } = await owner.MakeDisposable({ clientAccountId });
  return {
    client_account_id: clientAccountId,
    organization_number: organizationNumber,
    email,
    password,
    token,
    erased_after: erasedAfter,
  };
}

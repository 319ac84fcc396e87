import { type Forwarded, readForwarded } from '@app/identity';
import { testVerifier } from '@app/testing';

/** What a service makes of the gateway's word. */
export const createForwardedCheck = (header: string | undefined): Forwarded | undefined =>
  readForwarded(testVerifier(), 'ledger', header);

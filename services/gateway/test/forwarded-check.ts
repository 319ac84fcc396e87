import { type Forwarded, readForwarded } from '@app/identity';
import { SECRET } from './fixture.ts';

/** What a service makes of the gateway's word. */
export const createForwardedCheck = (header: string | undefined): Forwarded | undefined => readForwarded(SECRET, header);

import { osloDate, shownName } from '@app/runtime';
import type { Client } from '../../clients/client.ts';

/** The credentials as a file that people and shells can read: a remark, then one `NAME=value` per line. */
export const credentialsText = (client: Client, secret: string, issuer: string): string =>
  [
    `# ${shownName(client.clientName)} (${osloDate(client.createdAt.toTemporalInstant())})`,
    `CLIENT_ID=${client.clientId}`,
    `CLIENT_SECRET=${secret}`,
    `TOKEN_URL=${issuer}/v2/oauth/token`,
    `SCOPE="${client.scope}"`,
    '',
  ].join('\n');

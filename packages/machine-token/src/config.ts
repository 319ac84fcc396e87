import { z } from 'zod';

const address = () =>
  z
    .url({ protocol: /^https?$/, error: 'must be an absolute http or https address' })
    .transform((url) => url.replace(/\/+$/, ''));

/** Who we are to the outside systems: settings of each service that asks one of them in our own name (EXT-R08). */
export const machineTokenConfig = {
  IDP_CLIENT_ID: z
    .string()
    .default('accounting-platform')
    .describe('our name at the identity provider and at the machine token endpoint'),
  IDP_CLIENT_SECRET: z.string().optional().describe('our secret there'),
  IDP_CLIENT_JWK: z.string().optional().describe('our private key there as one JSON Web Key; it wins over the secret'),
  MACHINE_TOKEN_URL: address()
    .default('http://127.0.0.1:8090/machine/token')
    .describe('the token endpoint for our own access to outside systems'),
};

export type MachineTokenConfig = z.output<z.ZodObject<typeof machineTokenConfig>>;

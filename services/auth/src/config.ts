import { mailConfig } from '@app/mail';
import { z } from 'zod';
import { signupConfig } from './signup/config.ts';

/** What this service reads from its environment besides the general variables. */
export const authConfig = {
  BOOTSTRAP_ADMIN_EMAIL: z
    .string()
    .optional()
    .describe('the e-mail address of the administrator made on the first start'),
  BOOTSTRAP_ADMIN_PASSWORD: z.string().optional().describe("the administrator's first password"),
  ...mailConfig,
  ...signupConfig,
};

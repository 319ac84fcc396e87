import { z } from 'zod';

/** How mails leave this service. */
export const mailConfig = {
  SMTP_URL: z.url({ protocol: /^smtps?$/ }).describe('the address of the mail server'),
  MAIL_FROM: z
    .string()
    .regex(/[^@<\s]+@[^@>\s]+/, 'must hold an e-mail address')
    .describe('the sender of every mail'),
};

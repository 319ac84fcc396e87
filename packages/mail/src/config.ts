import { z } from 'zod';

/** How mails leave a service: settings of each that sends any. */
export const mailConfig = {
  SMTP_URL: z.url({ protocol: /^smtps?$/ }).describe('the address of the mail server'),
  MAIL_FROM: z
    .string()
    .regex(/[^@<\s]+@[^@>\s]+/, 'must hold an e-mail address')
    .describe('the sender of every mail'),
};

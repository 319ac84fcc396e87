export { mailConfig } from './config.ts';
export * from './letter.ts';
export * from './mailer.ts';
export * from './outbox.ts';
export { type DueMail, enqueueMail, forgetOldMails, type NewMail } from './outbox-store.ts';

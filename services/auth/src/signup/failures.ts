import { type Failure, invalid } from '@app/contract/failure';

/** The refusals of the last step (SGN-R35), each with what to do about it. */
const refused = (code: string, message: string, field?: string): Failure =>
  invalid(message, field === undefined ? undefined : [{ field, message }], `signup.${code}`);

export const missingFields = (fields: readonly string[]): Failure =>
  invalid(
    `Required and not sent: ${fields.join(', ')}`,
    fields.map((field) => ({ field, message: 'is required' })),
    'signup.missing_fields',
  );

export const invalidToken = (): Failure =>
  refused(
    'invalid_token',
    'The signup token is unknown, used or older than 15 minutes; start the signup again',
    'signup_token',
  );

export const notAuthorized = (organizationId: number): Failure =>
  refused(
    'organization_not_authorized',
    `Organization ${organizationId} is none of those you may act for; take one of the list that the exchange gave`,
    'organization_id',
  );

export const alreadyRegistered = (): Failure =>
  refused(
    'organization_already_registered',
    'The organization has a client account already; ask one of its owners for an invitation',
    'organization_id',
  );

export const invalidEmail = (): Failure =>
  refused('invalid_email', 'The e-mail address is not valid; send one such as name@example.no', 'email');

export const emailLinkedToOther = (): Failure =>
  refused(
    'email_linked_to_other_identity',
    'The e-mail address belongs to a user with another identity; use an address of your own',
    'email',
  );

export const incorrectPassword = (): Failure =>
  refused('incorrect_password', 'The e-mail address belongs to a user, and the password is not theirs', 'password');

export const identityTaken = (): Failure =>
  refused(
    'identity_already_registered',
    'Your identity belongs to a user with another e-mail address; log in as that user',
    'email',
  );

export const identityNotActive = (): Failure =>
  refused(
    'identity_already_registered',
    'Your identity belongs to a user who is not active; if you signed up a moment ago, try again in half a minute',
  );

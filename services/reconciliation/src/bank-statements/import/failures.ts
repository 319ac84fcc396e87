import { conflict, type Failure, invalid } from '@app/contract/failure';

export const invalidFile = (message: string): Failure => invalid(message, undefined, 'bank_statement.invalid_file');

export const unknownAccount = (number: string): Failure =>
  invalid(
    `The file is about the account ${number}, which is no active house account of the client account; create it first`,
    undefined,
    'bank_statement.unknown_bank_account',
  );

export const unbalanced = (reference: string, sum: string, closing: string): Failure =>
  invalid(
    `Statement ${reference}: opening balance and entries give ${sum}, not the closing balance ${closing}`,
    undefined,
    'bank_statement.unbalanced',
  );

export const overlapping = (reference: string, from: string, to: string): Failure =>
  conflict(
    `Statement ${reference} has days of the stored statement from ${from} to ${to}`,
    'bank_statement.balance_gap',
  );

export const gap = (reference: string, day: string, stored: string, sent: string): Failure =>
  conflict(
    `Statement ${reference} does not continue the statement beside it: on ${day} one says ${stored}, the other ${sent}`,
    'bank_statement.balance_gap',
  );

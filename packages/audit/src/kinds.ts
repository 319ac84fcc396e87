import { z } from 'zod';

const id = z.int().positive();
/**
 * A code, a name of ours, a client's id: nothing that a person is called or reached by fits in, neither a space nor an
 * `@`.
 */
const word = z.string().regex(/^[\w.:-]{1,80}$/);
const uuid = z.uuid();
const day = z.iso.date();
/** A keyed digest in hexadecimal: says that two are the same, and nothing else to whoever has not the key. */
const digest = z.string().regex(/^[\da-f]{64}$/);
const scope = z.enum(['read', 'write', 'read write']);
const nothing = z.strictObject({});
const contract = { contract_id: id, provider_client_account_id: id };
const invitation = z.strictObject({ invitation_id: id });

/** What auth keeps records of. */
const ofAuth = {
  /** A password or an identity got somebody in, or a password did not (`refused`, or `locked` after too many). */
  sign_in: z.strictObject({ email_digest: digest.optional() }),
  sign_out: nothing,
  /** The password that a change of one's own needs was wrong. */
  password_proof: z.strictObject({ email_digest: digest.optional() }),
  password_changed: nothing,
  password_reset: nothing,
  /** A link to the new address was mailed. */
  email_change_requested: nothing,
  email_changed: nothing,
  /** The link that was mailed to the address was opened: it is the user's from now on. */
  email_proven: nothing,
  user_created: nothing,
  user_forgotten: nothing,
  user_activated: nothing,
  user_deactivated: nothing,
  administrator_created: nothing,
  identity_linked: nothing,
  /** What it was linked for was refused. */
  identity_unlinked: nothing,
  client_registered: z.strictObject({ client: word }),
  client_deleted: z.strictObject({ client: word }),
  consent_given: z.strictObject({ client: word, scope }),
  consent_denied: z.strictObject({ client: word }),
  consent_withdrawn: z.strictObject({ client: word, revoked: z.int() }),
  token_issued: z.strictObject({ jti: uuid, grant: word }),
  /** A refresh token or a code that was used before. */
  token_reused: z.strictObject({ what: z.enum(['refresh_token', 'code']), family_id: id }),
  token_revoked: z.strictObject({ family_id: id }),
  /** By an administrator: of one token, a user or a client. */
  tokens_revoked: z.strictObject({ token_id: id.optional(), client: word.optional(), revoked: z.int() }),
  key_rotated: z.strictObject({ activated: word, retired: word.optional() }),
} as const;

/** What organisation keeps records of. */
const ofOrganisation = {
  account_opened: z.strictObject({ organization_id: id }),
  account_taken_over: nothing,
  account_proven: nothing,
  account_activated: nothing,
  account_deactivated: nothing,
  account_reset: z.strictObject({ categories: z.array(word) }),
  /** Begun by its owner; what ends it follows by itself. */
  account_removed: nothing,
  /** The fields that were named, never what they hold. */
  account_changed: z.strictObject({ fields: z.array(word) }),
  settings_changed: z.strictObject({ version_id: id, fields: z.array(word) }),
  /** Who pays for the account, or whom its metadata names to pay for those it opens; null for nobody. */
  billing_changed: z.strictObject({ billing_client_account_id: id.nullable() }),
  role_given: z.strictObject({ role_id: id }),
  role_changed: z.strictObject({ role_id: id }),
  role_removed: nothing,
  contract_offered: z.strictObject({ ...contract, service: word }),
  contract_approved: z.strictObject(contract),
  contract_rejected: z.strictObject(contract),
  contract_terminated: z.strictObject({ ...contract, end_date: day }),
  contract_changed: z.strictObject(contract),
  contract_expired: z.strictObject(contract),
  /** The account was taken over: the new owner is asked again. */
  contract_reopened: z.strictObject(contract),
  invitation_sent: z.strictObject({ invitation_id: id, role_id: id }),
  invitation_accepted: invitation,
  invitation_refused: z.strictObject({ invitation_id: id, code: word }),
  invitation_cancelled: invitation,
  invitation_expired: invitation,
} as const;

/** What the ledger keeps records of: settings of the books, never what is booked. */
const ofLedger = {
  /** Posting dates up to a day were closed; an earlier day than before opens those after it again. */
  period_locked: z.strictObject({ lock_id: id, locked_until_date: day }),
  /** An account of a company's own was made or changed: the fields that were named, never what they hold. */
  chart_changed: z.strictObject({ ledger_account_id: id, fields: z.array(word) }),
  /** The books are kept in another currency from now on. */
  currency_changed: z.strictObject({ currency: z.string().regex(/^[A-Z]{3}$/) }),
} as const;

/** What every service keeps records of, and the gateway. */
const ofEveryService = {
  /** A request with a credential that is no good (401), or without the right to it (403): by scope, account or role. */
  access_refused: z.strictObject({ operation: word, status: z.int(), code: word, missing: word.optional() }),
  /** How many records of a kind were counted instead of kept, since there were too many at once. */
  uncounted: z.strictObject({ of: word }),
} as const;

/** The kinds that one service alone keeps records of. The tests of each try every one of its own. */
export const kindsByService = { auth: ofAuth, organisation: ofOrganisation, ledger: ofLedger } as const;

/**
 * Every kind of record, with what it says beyond who, from where, about whom and with what result. Ids, words and
 * digests alone: no name, e-mail address, national identity number, text or secret. A new kind is declared above, and
 * nowhere else.
 */
export const kinds = { ...ofAuth, ...ofOrganisation, ...ofLedger, ...ofEveryService } as const;

export type Kind = keyof typeof kinds;

export const isKind = (name: string): name is Kind => Object.hasOwn(kinds, name);

/** `done` unless said otherwise. */
export type Result = 'done' | 'refused' | 'locked';

/** Who and about whom, where the request at hand does not say it. */
interface Circumstances {
  readonly result?: Result;
  /** Who did it; whom the request was made for, when absent. */
  readonly userId?: number | null;
  readonly clientAccountId?: number | null;
  /** Whom it was done to. */
  readonly targetUserId?: number | null;
}

/** The record of a request that was refused. */
export const accessRefused = (
  operation: string,
  failure: {
    readonly status: number;
    readonly code: string;
    readonly details?: Readonly<Record<string, unknown>> | undefined;
  },
): SecurityEvent => {
  const { status, code, details } = failure;
  const missing = typeof details?.missing === 'string' ? { missing: details.missing } : {};
  return { kind: 'access_refused', result: 'refused', details: { operation, status, code, ...missing } };
};

/** Something to keep a record of. */
export type SecurityEvent = {
  [K in Kind]: Circumstances & { readonly kind: K } & (Record<never, never> extends z.input<(typeof kinds)[K]>
      ? { readonly details?: z.input<(typeof kinds)[K]> }
      : { readonly details: z.input<(typeof kinds)[K]> });
}[Kind];

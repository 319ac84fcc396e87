import { namespaceOf } from '../structure/versions.ts';
import { amount, day, direction, element, group } from './elements.ts';
import { accountXml, type Dialect, entryXml } from './entry.ts';
import type { AccountOut, NotificationOut, StatementOut } from './rows.ts';

export type { NotificationOut, PaymentOut, StatementOut } from './rows.ts';

/** The versions that are written: the one that most banks send, one in between, and the newest that is read. */
export type WrittenVersion = '02' | '04' | '08';

const dialects: Readonly<Record<WrittenVersion, Dialect>> = {
  '02': { hasStatusCode: false, hasPartyChoice: false, hasDetailAmount: false },
  '04': { hasStatusCode: false, hasPartyChoice: false, hasDetailAmount: true },
  '08': { hasStatusCode: true, hasPartyChoice: true, hasDetailAmount: true },
};

export interface MessageOut {
  readonly messageId: string;
  /** When the bank made it: `2026-04-01T04:00:00`. */
  readonly createdAt: string;
  readonly version?: WrittenVersion;
}

/** A CAMT.053 file, piece by piece, as it grows. */
export function* writeStatements(message: MessageOut, statements: Iterable<StatementOut>): Generator<string> {
  const { version = '02' } = message;
  yield* document(message, '053', 'BkToCstmrStmt', function* () {
    for (const statement of statements) {
      yield `<Stmt>${headXml(message, statement.reference)}`;
      yield group(
        'FrToDt',
        element('FrDtTm', `${statement.from}T00:00:00`),
        element('ToDtTm', `${statement.to}T23:59:59`),
      );
      yield houseXml(statement);
      yield balanceXml('OPBD', statement.opening, statement.from, statement.currency);
      yield balanceXml('CLBD', statement.closing, statement.to, statement.currency);
      for (const payment of statement.entries) yield entryXml(payment, statement.currency, dialects[version]);
      yield '</Stmt>';
    }
  });
}

/** A CAMT.054 file, piece by piece, as it grows. */
export function* writeNotifications(message: MessageOut, notifications: Iterable<NotificationOut>): Generator<string> {
  const { version = '02' } = message;
  yield* document(message, '054', 'BkToCstmrDbtCdtNtfctn', function* () {
    for (const notification of notifications) {
      yield `<Ntfctn>${headXml(message, notification.reference)}${houseXml(notification)}`;
      for (const payment of notification.entries) yield entryXml(payment, notification.currency, dialects[version]);
      yield '</Ntfctn>';
    }
  });
}

function* document(
  { messageId, createdAt, version = '02' }: MessageOut,
  message: '053' | '054',
  name: string,
  content: () => Generator<string>,
): Generator<string> {
  yield '<?xml version="1.0" encoding="UTF-8"?>\n';
  yield `<Document xmlns="${namespaceOf(`${message}.001.${version}`)}"><${name}>`;
  yield group('GrpHdr', element('MsgId', messageId, 35), element('CreDtTm', createdAt));
  yield* content();
  yield `</${name}></Document>\n`;
}

const headXml = ({ createdAt }: MessageOut, reference: string): string =>
  element('Id', reference, 35) + element('CreDtTm', createdAt);

const houseXml = ({ account, currency, owner }: AccountOut): string =>
  accountXml('Acct', account, element('Ccy', currency), group('Ownr', element('Nm', owner)));

const balanceXml = (kind: string, value: string, on: string, currency: string): string =>
  group(
    'Bal',
    group('Tp', group('CdOrPrtry', element('Cd', kind))),
    amount('Amt', value, currency),
    direction(value),
    day('Dt', on),
  );

import { blended } from './blend.ts';
import { type Structure, structureOf } from './notation.ts';

/** A statement of an account (CAMT.053), or a notification of debits and credits (CAMT.054). */
export type CamtKind = 'statement' | 'notification';

/** A message that is read, as its namespace names it. */
export interface CamtVersion {
  readonly kind: CamtKind;
  /** `053.001.02`. */
  readonly name: string;
  readonly document: Structure;
}

const NAMESPACE = /^urn:iso:std:iso:20022:tech:xsd:camt\.(053|054)\.001\.(0[2-8])$/;

export const namespaceOf = (name: string): string => `urn:iso:std:iso:20022:tech:xsd:camt.${name}`;

/**
 * The types of what a message holds: its head, its statements and its notifications. The fifth and the seventh version
 * are read as what stands on either side of them; the third and the sixth of the notification say what the statement
 * of their year says.
 */
const types: Readonly<
  Record<string, { readonly head: string; readonly statement: string; readonly notification: string }>
> = {
  '02': { head: 'GroupHeader42', statement: 'AccountStatement2', notification: 'AccountNotification2' },
  '03': { head: 'GroupHeader58', statement: 'AccountStatement3', notification: 'NotificationOf03' },
  '04': { head: 'GroupHeader58', statement: 'AccountStatement4', notification: 'AccountNotification7' },
  '06': { head: 'GroupHeader58', statement: 'StatementOf06', notification: 'NotificationOf06' },
  '08': { head: 'GroupHeader81', statement: 'AccountStatement9', notification: 'AccountNotification17' },
};

const between: Readonly<Record<string, readonly [string, string]>> = { '05': ['04', '06'], '07': ['06', '08'] };

/** What the namespace of a file stands for; undefined for one that is not read. */
export function versionOf(namespace: string): CamtVersion | undefined {
  const [, message, version] = NAMESPACE.exec(namespace) ?? [];
  if (message === undefined || version === undefined) return undefined;
  const kind: CamtKind = message === '053' ? 'statement' : 'notification';
  return { kind, name: `${message}.001.${version}`, document: documentOf(kind, version) };
}

const made = new Map<string, Structure>();

function documentOf(kind: CamtKind, version: string): Structure {
  const key = `${kind} ${version}`;
  const found = made.get(key);
  if (found) return found;
  const [before, after] = between[version] ?? [];
  const document =
    before === undefined || after === undefined
      ? messageOf(kind, version)
      : blended(
          () => documentOf(kind, before),
          () => documentOf(kind, after),
        )();
  made.set(key, document);
  return document;
}

function messageOf(kind: CamtKind, version: string): Structure {
  const { head, ...records } = types[version]!;
  const isStatement = kind === 'statement';
  const one = { min: 1, max: 1 };
  const many = { max: Number.POSITIVE_INFINITY };
  const message: Structure = {
    parts: [
      { name: 'GrpHdr', ...one, type: () => structureOf(head) },
      { name: isStatement ? 'Stmt' : 'Ntfctn', min: 1, ...many, type: () => structureOf(records[kind]) },
      ...(version === '02'
        ? []
        : [{ name: 'SplmtryData', min: 0, ...many, type: () => structureOf('SupplementaryData1') }]),
    ],
  };
  return { parts: [{ name: isStatement ? 'BkToCstmrStmt' : 'BkToCstmrDbtCdtNtfctn', ...one, type: () => message }] };
}

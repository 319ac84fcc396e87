const UBL = 'urn:oasis:names:specification:ubl:schema:xsd';

/** The namespace of each document that is read and written, by the name of its root element. */
export const ROOTS: ReadonlyMap<string, string> = new Map([
  ['Invoice', `${UBL}:Invoice-2`],
  ['CreditNote', `${UBL}:CreditNote-2`],
]);

export const AGGREGATE = `${UBL}:CommonAggregateComponents-2`;
export const BASIC = `${UBL}:CommonBasicComponents-2`;

/** Prefixes by namespace. */
export const NAMESPACES: ReadonlyMap<string, string> = new Map([
  [AGGREGATE, 'cac'],
  [BASIC, 'cbc'],
]);

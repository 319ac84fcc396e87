import type { PdfDictionary, PdfObjects, PdfValue } from './pdf-objects.ts';

/** An element of the structure, as a screen reader walks through it. */
interface Element {
  readonly type: string;
  readonly dictionary: PdfDictionary;
  readonly children: readonly Element[];
  /** Pieces of content by page and number. */
  readonly pieces: readonly string[];
}

/** Types that we use, and what may stand in those that are strict about it. */
const TYPES = new Set(['/Document', '/H1', '/P', '/Table', '/TR', '/TH', '/TD', '/Figure']);
const INSIDE: Readonly<Record<string, readonly string[]>> = { '/Table': ['/TR'], '/TR': ['/TH', '/TD'] };
/** And what these may stand in. */
const OUTSIDE: Readonly<Record<string, string>> = { '/TR': '/Table', '/TH': '/TR', '/TD': '/TR' };

/** Points 01, 02, 09, 13, 14 and 15: the structure has every piece of content once, and its elements are what they say. */
export function faultsOfTree(
  objects: PdfObjects,
  catalog: PdfDictionary,
  used: ReadonlySet<string>,
): readonly string[] {
  const root = objects.dictionary(catalog['/StructTreeRoot']);
  const trees = objects.list(root['/K']).map((kid) => elementOf(objects, kid, undefined));
  const all = trees.flatMap(everyElement);
  const pieces = all.flatMap((element) => element.pieces);
  const known = new Set(pieces);
  const headings = all.map(({ type }) => type).filter((type) => /^\/H\d?$/.test(type));
  return [
    ...(trees.length === 1 && trees[0]!.type === '/Document' ? [] : ['01-007 the structure is not one document']),
    ...[...used].filter((piece) => !known.has(piece)).map((piece) => `01-005 piece ${piece} is in no element`),
    ...pieces.filter((piece) => !used.has(piece)).map((piece) => `01-004 piece ${piece} is on no page`),
    ...(known.size === pieces.length ? [] : ['01-004 a piece of content is in two elements']),
    ...(headings[0] === '/H1' ? [] : ['14-002 the first heading is none of the first level']),
    ...all.flatMap((element) => faultsOfElement(objects, element)),
  ];
}

function elementOf(objects: PdfObjects, reference: PdfValue, page: PdfValue | undefined): Element {
  const dictionary = objects.dictionary(reference);
  const own = dictionary['/Pg'] ?? page;
  const children: Element[] = [];
  const pieces: string[] = [];
  for (const kid of objects.list(dictionary['/K'])) {
    const { '/Type': type, '/MCID': number, '/Pg': elsewhere } = objects.dictionary(kid);
    if (typeof kid === 'number') pieces.push(`${own} ${kid}`);
    else if (type === '/MCR') pieces.push(`${elsewhere ?? own} ${number}`);
    else children.push(elementOf(objects, kid, own));
  }
  return { type: String(dictionary['/S']), dictionary, children, pieces };
}

const everyElement = (element: Element): readonly Element[] => [element, ...element.children.flatMap(everyElement)];

function faultsOfElement(objects: PdfObjects, element: Element): readonly string[] {
  const { type, dictionary, children } = element;
  const faults: string[] = [];
  if (!TYPES.has(type)) faults.push(`02-001 nobody knows the type ${type}`);
  const strange = children.filter((child) => !(INSIDE[type]?.includes(child.type) ?? !OUTSIDE[child.type]));
  for (const child of strange) faults.push(`09-004 ${child.type} stands in ${type}`);
  if (type === '/TH' && !['/Column', '/Row'].includes(String(attributeOf(objects, element, '/Scope'))))
    faults.push('15-003 a head of a table does not say whose it is');
  if (type === '/Figure' && !/^[ub]:./.test(String(dictionary['/Alt']))) faults.push('13-004 a picture has no words');
  if (type === '/Figure' && objects.list(attributeOf(objects, element, '/BBox')).length !== 4)
    faults.push('13-008 a picture does not say where it is');
  if (type === '/Table' && new Set(children.map((row) => widthOf(objects, row))).size > 1)
    faults.push('09-007 rows of a table have different numbers of columns');
  return faults;
}

const attributeOf = (objects: PdfObjects, { dictionary }: Element, name: string): PdfValue | undefined =>
  objects
    .list(dictionary['/A'])
    .map((one) => objects.dictionary(one)[name])
    .find((value) => value !== undefined);

const widthOf = (objects: PdfObjects, row: Element): number =>
  row.children.reduce((sum, cell) => sum + Number(attributeOf(objects, cell, '/ColSpan') ?? 1), 0);

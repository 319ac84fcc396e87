import { faultsOfContent } from './pdf-marks.ts';
import { type PdfDictionary, type PdfObjects, readObjects } from './pdf-objects.ts';
import { faultsOfTree } from './pdf-tree.ts';

/**
 * What stands between a PDF and PDF/UA-1: the points of the Matterhorn protocol that a program can read, by their numbers.
 * Whether the words fit what is shown, people judge.
 */
export async function accessFaults(pdf: Uint8Array): Promise<readonly string[]> {
  const objects = await readObjects(pdf);
  const catalog = objects.dictionary(objects.trailer['/Root']);
  const pages = pagesOf(objects, catalog['/Pages'] as string);
  const marks = faultsOfContent(objects, pages);
  return [
    ...faultsOfDocument(objects, catalog),
    ...faultsOfTree(objects, catalog, marks.used),
    ...marks.faults,
    ...pages.flatMap((page, index) => faultsOfPage(objects, objects.dictionary(page), index + 1)),
  ];
}

/** Points 06, 07 and 11: the document says what it is, shows its title and names its language. */
function faultsOfDocument(objects: PdfObjects, catalog: PdfDictionary): readonly string[] {
  const bytes = objects.content(catalog['/Metadata']);
  const xmp = Buffer.from(bytes, 'latin1').toString('utf8');
  const title = /<dc:title><rdf:Alt><rdf:li xml:lang="x-default">([^<]+)</.exec(xmp)?.[1];
  const isSound = !/&(?!(?:amp|lt|gt|quot|#\d+);)/.test(xmp);
  return only({
    '01-006 the file does not say that it is tagged': objects.dictionary(catalog['/MarkInfo'])['/Marked'] === true,
    '06-001 what the file says of itself is no XML': xmp.trimStart().startsWith('<?xpacket') && isSound,
    '06-002 it does not say that it is PDF/UA-1': /<pdfuaid:part>1</.test(xmp),
    '06-003 it has no title': (title ?? '').trim() !== '',
    '07-001 the window does not show the title':
      objects.dictionary(catalog['/ViewerPreferences'])['/DisplayDocTitle'] === true,
    '11-006 it has no language': /^u:[a-z]{2}(-[A-Z]{2})?$/.test(String(catalog['/Lang'])),
    '26-001 it is encrypted': objects.trailer['/Encrypt'] === undefined,
  });
}

const only = (points: Readonly<Record<string, boolean>>): readonly string[] =>
  Object.entries(points)
    .filter(([, holds]) => !holds)
    .map(([fault]) => fault);

function pagesOf(objects: PdfObjects, node: string): readonly string[] {
  const dictionary = objects.dictionary(node);
  if (dictionary['/Type'] === '/Page') return [node];
  return objects.list(dictionary['/Kids']).flatMap((kid) => pagesOf(objects, kid as string));
}

/** Points 28 and 31: nothing is laid over a page, and every font is embedded and says what its glyphs stand for. */
function faultsOfPage(objects: PdfObjects, page: PdfDictionary, number: number): readonly string[] {
  const fonts = Object.entries(objects.dictionary(objects.dictionary(page['/Resources'])['/Font']));
  return [
    ...(page['/Tabs'] === '/S' ? [] : [`28-008 page ${number} is not gone through by its structure`]),
    ...(page['/Annots'] === undefined ? [] : [`28-002 page ${number} has notes that nobody has tagged`]),
    ...fonts.flatMap(([name, font]) => {
      const dictionary = objects.dictionary(font);
      const [kind] = objects.list(dictionary['/DescendantFonts']);
      const described = objects.dictionary(objects.dictionary(kind ?? font)['/FontDescriptor']);
      return only({
        [`31-009 font ${name} is not embedded`]: described['/FontFile2'] !== undefined,
        [`31-027 font ${name} does not say what its glyphs stand for`]: dictionary['/ToUnicode'] !== undefined,
      });
    }),
  ];
}

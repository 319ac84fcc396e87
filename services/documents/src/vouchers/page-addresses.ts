import type { Database } from '@app/db';
import { type AddressDependencies, addressOf } from '../files/addresses.ts';
import type { StoredFile } from '../files/file.ts';
import { findPage, type PageKind, type VoucherPage } from './pages-store.ts';

type Part = Pick<VoucherPage, 'kind' | 'pageNumber'>;

const WORDS: Readonly<Record<PageKind, string>> = {
  PAGE: 'page',
  THUMBNAIL: 'thumbnail',
  PREVIEW: 'preview',
  CONVERTED: 'converted',
};

/** How an address names a picture: `preview`, `page-3`. */
const partOf = ({ kind, pageNumber }: Part): string => (kind === 'PAGE' ? `${WORDS[kind]}-${pageNumber}` : WORDS[kind]);

/** The picture that an address names; undefined for anything else. */
function readPart(text: string): Part | undefined {
  const match = /^(page|thumbnail|preview|converted)(?:-([1-9]\d{0,4}))?$/.exec(text);
  const kind = (Object.keys(WORDS) as PageKind[]).find((each) => WORDS[each] === match?.[1]);
  if (!kind || (kind === 'PAGE') !== (match![2] !== undefined)) return undefined;
  return { kind, pageNumber: Number(match![2] ?? 0) };
}

/** A picture as it is sent: under the name of its voucher, with an extension of its own. */
const pageFile = (file: StoredFile, page: VoucherPage) => ({
  ...file,
  storeKey: page.storeKey,
  size: page.size,
  contentType: page.contentType,
  fileName: `${file.fileName.replace(/\.[^.]{1,16}$/, '')}${page.kind === 'PAGE' ? `-${page.pageNumber}` : ''}.${EXTENSIONS[page.contentType] ?? 'bin'}`,
});

const EXTENSIONS: Readonly<Record<string, string>> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'application/pdf': 'pdf',
};

/** What a voucher shows of its looks, with fresh addresses; nothing once it is hidden. */
export function pictureWire(deps: AddressDependencies, file: StoredFile, pages: readonly VoucherPage[]) {
  const address = (page: VoucherPage): string => addressOf(deps, pageFile(file, page), partOf(page));
  const only = (kind: PageKind): string | null => {
    const found = file.isActive ? pages.find((page) => page.kind === kind) : undefined;
    return found ? address(found) : null;
  };
  const converted = only('CONVERTED');
  return {
    thumbnail_url: only('THUMBNAIL'),
    preview_url: only('PREVIEW'),
    ...(converted ? { download_url: converted } : {}),
    page_images: file.isActive
      ? pages
          .filter(({ kind }) => kind === 'PAGE')
          .map((page) => ({ page_number: page.pageNumber, preview_url: address(page) }))
      : [],
  };
}

/** The picture of a voucher that an address names, as a file. */
export async function findPart({ db }: { readonly db: Database }, file: StoredFile, part: string) {
  const named = readPart(part);
  const page = named && (await findPage(db.executor, file.id, named));
  return page && pageFile(file, page);
}

import { queryString } from '@app/contract/arguments';
import type { FileInput } from './files.ts';
import type { Operation } from './operation.ts';

type SentBody = NonNullable<RequestInit['body']>;

/** A body as `fetch` takes it, and the media type that names it; none where `fetch` names it by itself. */
export interface EncodedBody {
  readonly type: string | undefined;
  readonly body: SentBody | null;
}

/** Encodes the body of a call: JSON, a form, or the bytes of a file. */
export function encodeBody({ bodyType }: Operation, body: unknown): EncodedBody {
  if (bodyType === 'none') return { type: undefined, body: null };
  // Another of its types is named by the header.
  if (typeof bodyType === 'object') return { type: bodyType.file[0], body: body as SentBody };
  // The type of such a body names the boundary, which whoever sends it knows.
  if (bodyType === 'multipart/form-data' || (bodyType === 'multipart-or-json' && holdsFile(body)))
    return { type: undefined, body: formOf(body) };
  if (bodyType === 'application/x-www-form-urlencoded')
    return { type: bodyType, body: queryString((body ?? {}) as Record<string, unknown>).slice(1) };
  return { type: 'application/json', body: JSON.stringify(body ?? {}) };
}

const holdsFile = (fields: unknown): boolean => Object.values(fields ?? {}).some(isFile);

const isFile = (value: unknown): value is FileInput => {
  const content = (value as { readonly content?: unknown } | null)?.content;
  return content instanceof Uint8Array || content instanceof Blob;
};

/** Files, texts, and objects as JSON, as the parts of a form. */
function formOf(fields: unknown): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields ?? {})) {
    if (isFile(value)) form.append(name, blobOf(value), value.fileName);
    else if (value !== undefined && value !== null)
      form.append(name, typeof value === 'object' ? JSON.stringify(value) : String(value));
  }
  return form;
}

function blobOf({ content, contentType = '' }: FileInput): Blob {
  if (content instanceof Blob) return contentType === '' ? content : content.slice(0, content.size, contentType);
  return new Blob([content as Uint8Array<ArrayBuffer>], { type: contentType });
}

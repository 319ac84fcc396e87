/** A file to send: its bytes, or a Blob, whose bytes are read while they are sent (`fs.openAsBlob`). */
export interface FileInput {
  readonly fileName: string;
  readonly contentType?: string | undefined;
  readonly content: Uint8Array | Blob;
}

/** A file, a page or a workbook: what `accept` asked for instead of JSON. */
export interface FileAnswer {
  readonly contentType: string;
  /** From `Content-Disposition`. */
  readonly fileName: string | null;
  readonly bytes: Uint8Array;
}

/** A file while it arrives. Read it to its end, or cancel it: it holds a connection. */
export interface FileStream {
  readonly contentType: string;
  /** From `Content-Disposition`. */
  readonly fileName: string | null;
  /** Bytes, where the answer says so beforehand. */
  readonly size: number | null;
  /** Fails where the connection breaks before the end. */
  readonly stream: ReadableStream<Uint8Array>;
}

/** The body of an answer as it arrives. */
export function fileStreamOf(response: Response): FileStream {
  const length = response.headers.get('content-length');
  // What is compressed on the way has another length than its content.
  const size = length === null || response.headers.has('content-encoding') ? null : Number(length);
  const body = response.body ?? new Blob([]).stream();
  // Being read from here on, it cannot be ended as forgotten: Node.js does that to the body of a Response that nobody
  // holds any more, and a reader who comes later would take the end for that of the file.
  return { ...fileHeadOf(response), size, stream: body.pipeThrough(wholeOf(size)) };
}

/** Passes on what comes, and fails where it is less or more than was said. */
function wholeOf(size: number | null): TransformStream<Uint8Array, Uint8Array> {
  let count = 0;
  return new TransformStream({
    transform(chunk, controller) {
      count += chunk.byteLength;
      controller.enqueue(chunk);
    },
    flush(controller) {
      if (size !== null && count !== size)
        controller.error(new TypeError(`The file broke off: ${count} of ${size} bytes came`));
    },
  });
}

/** The body of an answer when it is all there. */
export const fileAnswerOf = async (response: Response): Promise<FileAnswer> => ({
  ...fileHeadOf(response),
  bytes: new Uint8Array(await response.arrayBuffer()),
});

const fileHeadOf = ({ headers }: Response): Pick<FileAnswer, 'contentType' | 'fileName'> => ({
  contentType: headers.get('content-type') ?? '',
  fileName: fileNameOf(headers.get('content-disposition')),
});

/** RFC 6266: the encoded form wins, unless it is malformed. A name is no reason to lose the file. */
function fileNameOf(disposition: string | null): string | null {
  const encoded = /filename\*=UTF-8''([^;\s]+)/i.exec(disposition ?? '')?.[1];
  try {
    if (encoded !== undefined) return decodeURIComponent(encoded);
  } catch {
    // No UTF-8: the plain form follows.
  }
  return /filename="([^"]*)"/i.exec(disposition ?? '')?.[1] ?? null;
}

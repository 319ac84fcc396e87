/** What a client needs to know of an endpoint to call it: plain data, without schemas. */
export interface Operation {
  /** `<area>.<operation>`, as in `ledger.createJournalEntry`. */
  readonly name: string;
  readonly summary: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** With `{name}` for parameters. */
  readonly path: string;
  /** Nobody is asked who calls. */
  readonly isPublic: boolean;
  /** The status of success. */
  readonly status: number;
  /** Names of its fields, by where a field with that name goes. */
  readonly names: {
    readonly path: readonly string[];
    readonly query: readonly string[];
    /** Null for a body that is no object: it is the field `body`. Undefined where there is no body. */
    readonly body?: readonly string[] | null | undefined;
  };
  readonly bodyType: BodyType;
  /** Media types that `as` and `stream` may ask for; the first is what the operation gives without being asked. */
  readonly answers: readonly string[];
}

/** How a body travels; `file` names the media types of a body that is the bytes of a file. */
export type BodyType =
  | 'none'
  | 'application/json'
  | 'application/x-www-form-urlencoded'
  | 'multipart/form-data'
  | 'multipart-or-json'
  | { readonly file: readonly string[] };

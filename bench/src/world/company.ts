/** A client account to post into, with records that its lines point at. */
export interface Company {
  readonly id: number;
  readonly projectId: number;
  readonly departmentId: number;
}

/** One person's companies. */
export interface Companies {
  readonly all: readonly Company[];
  readonly userId: number;
  readonly client: { readonly id: string; readonly secret: string };
  /** A token that has at least some minutes to live. */
  token(): Promise<string>;
  /** Another company, with one entry: posted, or a draft. */
  add(options?: { readonly isPosted?: boolean }): Promise<Company>;
}

/** What a text without pages consists of. Text in blocks may have line breaks, and no other controls but tabs. */
export type Block =
  | { readonly kind: 'heading' | 'paragraph'; readonly text: string }
  /** Set as it is typed: of equal letters, blanks kept. */
  | { readonly kind: 'typed'; readonly text: string }
  /** Rows may differ in length. */
  | { readonly kind: 'table'; readonly rows: readonly (readonly string[])[] }
  | { readonly kind: 'rule' };

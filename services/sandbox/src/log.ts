/** What the sandbox needs of a logger. Records carry no identity numbers, mail addresses, tokens or bodies. */
export interface Log {
  info(record: object, message: string): void;
  error(record: object, message: string): void;
}

/** What the command line has around it: the process, or what a test puts in its place. */
export interface Surroundings {
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Where relative paths begin. */
  readonly folder: string;
  /** What comes in, as bytes. */
  readonly input: AsyncIterable<Uint8Array>;
  /** A person types the input. */
  readonly isTyped: boolean;
  /** A person reads the output: tables unless they ask for something else. */
  readonly isRead: boolean;
  /** Characters of a line of the output. */
  readonly columns: number;
  /** Aborts when the person has had enough. */
  readonly signal: AbortSignal;
  /** Writes to the output what was asked for. */
  write(data: string | Uint8Array): Promise<void>;
  /** Writes a line beside the output: what is going on, and what went wrong. */
  say(line: string): void;
  /** Asks the person for something that is not shown while it is typed. */
  askSecret(question: string): Promise<string>;
  /** Shows a page to the person, where that can be done. */
  visit(url: string): void;
}

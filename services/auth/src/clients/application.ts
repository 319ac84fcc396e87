/** An application that can renew its access to a person's books. */
export interface Application {
  readonly clientId: string;
  readonly clientName: string;
  /** Hosts that the person is sent back to. */
  readonly redirectUris: readonly string[];
  readonly mayWrite: boolean;
  /** When access was given the first time, of what still lives. */
  readonly since: Date;
  /** When it last got an access token; the time of the consent when it only got the first. */
  readonly lastUsedAt: Date;
}

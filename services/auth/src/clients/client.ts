import type { Scope } from '../scopes/scope.ts';

export type GrantType = 'authorization_code' | 'refresh_token' | 'client_credentials';
export type AuthMethod = 'client_secret_post' | 'client_secret_basic' | 'none';

export const grantTypes: readonly GrantType[] = ['authorization_code', 'refresh_token', 'client_credentials'];

/** An application that asks for tokens. */
export interface Client {
  readonly clientId: string;
  readonly ownerId: number;
  readonly clientName: string;
  readonly redirectUris: readonly string[];
  readonly grantTypes: readonly GrantType[];
  readonly scope: Scope;
  readonly authMethod: AuthMethod;
  readonly createdAt: Date;
  readonly lastUsedAt: Date | null;
}

/** What registration decides about a client. */
export type ClientMetadata = Pick<Client, 'clientName' | 'redirectUris' | 'grantTypes' | 'scope' | 'authMethod'>;

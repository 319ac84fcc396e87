import { z } from 'zod';

const strings = (description: string) => z.array(z.string()).describe(description);
const url = (description: string) => z.string().describe(description);

export const AuthorizationServer = z.object({
  issuer: url('Issuer of every token: the origin of the platform.'),
  authorization_endpoint: url('Where people are sent to be asked for access.'),
  token_endpoint: url('Where clients get tokens.'),
  registration_endpoint: url('Where clients register themselves (RFC 7591).'),
  revocation_endpoint: url('Where refresh tokens are revoked (RFC 7009).'),
  jwks_uri: url('Where the public keys of access tokens are.'),
  grant_types_supported: strings('Ways to get a token.'),
  response_types_supported: strings('What the authorization endpoint answers with.'),
  response_modes_supported: strings('How that answer travels.'),
  scopes_supported: strings('What a token may allow.'),
  token_endpoint_auth_methods_supported: strings('How clients prove themselves at the token endpoint.'),
  code_challenge_methods_supported: strings('How a PKCE challenge is made.'),
  resource_indicators_supported: z.boolean().describe('Whether a token may be asked for one resource (RFC 8707).'),
  authorization_response_iss_parameter_supported: z.boolean().describe('Whether redirects carry `iss` (RFC 9207).'),
  service_documentation: url('The reference for people.'),
});

/** What an authorization server says of itself (RFC 8414 section 2). @param issuer origin of the platform */
export const authorizationServerMetadata = (issuer: string): z.output<typeof AuthorizationServer> => ({
  issuer,
  authorization_endpoint: `${issuer}/v2/oauth/authorize`,
  token_endpoint: `${issuer}/v2/oauth/token`,
  registration_endpoint: `${issuer}/v2/oauth/register`,
  revocation_endpoint: `${issuer}/v2/oauth/revoke`,
  jwks_uri: `${issuer}/.well-known/jwks.json`,
  grant_types_supported: ['authorization_code', 'client_credentials', 'refresh_token'],
  response_types_supported: ['code'],
  response_modes_supported: ['query'],
  scopes_supported: ['read', 'write'],
  token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post', 'none'],
  code_challenge_methods_supported: ['S256'],
  resource_indicators_supported: true,
  authorization_response_iss_parameter_supported: true,
  service_documentation: `${issuer}/docs`,
});

export const ProtectedResource = z.object({
  resource: url('The resource that tokens are for.'),
  authorization_servers: strings('Who gives tokens for it.'),
  scopes_supported: strings('What a token may allow.'),
  bearer_methods_supported: strings('Where a token travels: in the Authorization header.'),
  resource_documentation: url('The reference for people.'),
});

/**
 * What a protected resource says of itself (RFC 9728 section 2). A client drops the document when `resource` is not the
 * address it was derived from.
 */
export const protectedResourceMetadata = (issuer: string, resource: string): z.output<typeof ProtectedResource> => ({
  resource,
  authorization_servers: [issuer],
  scopes_supported: ['read', 'write'],
  bearer_methods_supported: ['header'],
  resource_documentation: `${issuer}/docs`,
});

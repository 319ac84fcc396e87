/** RFC 8414 section 2; the values are those of docs/contract/discovery.md. */
export const authorizationServerMetadata = (issuer: string) => ({
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

/** RFC 9728 section 2. A client drops the document when `resource` is not the address it was derived from. */
export const protectedResourceMetadata = (issuer: string, resource: string) => ({
  resource,
  authorization_servers: [issuer],
  scopes_supported: ['read', 'write'],
  bearer_methods_supported: ['header'],
  resource_documentation: `${issuer}/docs`,
});

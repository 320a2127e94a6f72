/**
 * A certified OAuth 2.0 server (oidc-provider) with a service behind it, in a process of its own: the package has ES modules alone. Prints its port.
 *
 * `/token` issues tokens that are valid for as many seconds as the first argument says; `/NAME/status` is the report of the service NAME for whoever has
 * one. A POST to `/revoke` ends all tokens, and `/count` answers how often `/token` was asked.
 */

import { createServer } from 'node:http';
import { Provider } from 'oidc-provider';

const validSeconds = Number(process.argv[2] ?? 3_600);
const clients = [
  ['by-header', 'client_secret_basic'],
  ['by-body', 'client_secret_post'],
].map(([client_id, token_endpoint_auth_method]) => ({
  client_id,
  client_secret: 's3cret: a+b/c%d & e',
  token_endpoint_auth_method,
  grant_types: ['client_credentials'],
  redirect_uris: [],
  response_types: [],
}));

let asked = 0;
let revokedUntil = 0;
const issued = new Map();

const server = createServer();
server.listen(0, '127.0.0.1', () => {
  const { port } = server.address();
  const provider = new Provider(`http://127.0.0.1:${port}`, {
    clients,
    scopes: ['status.read'],
    features: { clientCredentials: { enabled: true }, devInteractions: { enabled: false } },
    ttl: { ClientCredentials: validSeconds },
  });
  const answerToken = provider.callback();
  server.on('request', async (request, response) => {
    const { pathname } = new URL(request.url, 'http://host');
    if (pathname === '/token') {
      asked++;
      return answerToken(request, response);
    }
    if (pathname === '/count') return response.end(String(asked));
    if (pathname === '/revoke') {
      revokedUntil = issued.size;
      return response.end();
    }
    const [, token = ''] = /^Bearer (.+)$/.exec(request.headers.authorization ?? '') ?? [];
    const known = await provider.ClientCredentials.find(token);
    if (known && !issued.has(token)) issued.set(token, issued.size);
    if (!known || issued.get(token) < revokedUntil) {
      response.writeHead(401, { 'www-authenticate': 'Bearer error="invalid_token"' });
      return response.end(JSON.stringify({ error: `no such token: ${token}` }));
    }
    const service = pathname.split('/')[1];
    const timestamp = new Date().toISOString();
    const report = { status: 'healthy', service, timestamp, environment: 'test', version: '1.0.0', uptime: 5 };
    return response.end(JSON.stringify({ ...report, memory: { used: 1, total: 2 } }));
  });
  process.stdout.write(`${port}\n`);
});

/** The checker's handler, bundled and run as Lambda would: services that want credentials get theirs, from secrets and from the role. */

import type { Auth } from '../../lambda/core/config/auth';
import type { SecretReference } from '../../lambda/core/config/secret-value';
import { configBelow, type StubbedLambda, startStubbedChecker } from '../support/aws/stubbed-lambda';
import { reportText } from '../support/http/asking';

const reference = (key: string): SecretReference => ({ kind: 'secret', secret: 'shop/login', key });
const SECRETS = { password: 'g3heim-password', token: 'g3heim-bearer', client: 'g3heim-client' };
const ACCESS_TOKEN = 'g3heim-access-token';

const authOf = (url: string): Readonly<Record<string, Auth>> => ({
  'user-service': { kind: 'basic', user: { kind: 'literal', value: 'watch' }, password: reference('password') },
  'invoice-service': { kind: 'bearer', token: reference('token') },
  'payment-service': {
    kind: 'oauth2',
    tokenUrl: `${url}/token`,
    clientId: { kind: 'literal', value: 'watch' },
    clientSecret: reference('client'),
    scope: 'status.read',
    audience: null,
  },
  'checkout-service': { kind: 'sigv4', service: 'execute-api', region: 'eu-west-1', resource: null },
  'developer-service': { kind: 'bearer', token: { ...reference('gone'), secret: 'shop/gone' } },
});

const basicOf = (user: string, password: string) => `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;

describe('credentials', () => {
  /** What each was sent as `Authorization`. */
  const sent: Record<string, string> = {};
  let checker: StubbedLambda;
  let tokenStatus = 200;

  beforeAll(async () => {
    checker = await startStubbedChecker({
      config: (url) => {
        const auth = authOf(url);
        const config = configBelow(Object.keys(auth), ['retry: { attempts: 1 }'])(url);
        return {
          ...config,
          services: config.services.map((service) => ({ ...service, auth: auth[service.id] ?? null })),
        };
      },
      serve: (service, response, { headers }) => {
        sent[service] = headers.authorization ?? '';
        if (service !== 'token') return response.end(reportText({ service }));
        const token = { access_token: ACCESS_TOKEN, token_type: 'Bearer', expires_in: 0 };
        const answer = tokenStatus === 200 ? token : { error: 'invalid_client', error_description: SECRETS.client };
        return response.writeHead(tokenStatus, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
      },
      aws: ({ action, body }) => {
        if (action !== 'GetSecretValue') return null;
        if (String(body).includes('gone')) return { status: 400, json: { __type: 'ResourceNotFoundException' } };
        return { json: { SecretString: JSON.stringify(SECRETS) } };
      },
    });
  });
  afterAll(() => checker.stop());

  it('reach the services that need them, and a missing secret affects only one service', async () => {
    const { invoked } = await checker.invoke();
    expect(sent).toEqual({
      'user-service': basicOf('watch', SECRETS.password),
      'invoice-service': `Bearer ${SECRETS.token}`,
      token: basicOf('watch', SECRETS.client),
      'payment-service': `Bearer ${ACCESS_TOKEN}`,
      'checkout-service': expect.stringMatching(
        /^AWS4-HMAC-SHA256 Credential=[^/]+\/\d{8}\/eu-west-1\/execute-api\/aws4_request, SignedHeaders=[^,]*host[^,]*, Signature=[0-9a-f]{64}$/,
      ),
    });
    expect(invoked).toMatchObject({ outcome: 'rejected', message: expect.stringContaining('shop/gone') });
  });

  it('make their service unreachable if a token server refuses them, and are never shown', async () => {
    tokenStatus = 401;
    const { calls } = await checker.invoke();
    const published = calls.filter(({ action }) => action === 'Publish').map(({ body }) => String(body));
    expect(published.join()).toContain('token_refused');
    expect(JSON.stringify([checker.log, published])).not.toContain('g3heim');
  });
});

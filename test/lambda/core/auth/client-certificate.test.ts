/** A service with a token and a client certificate: the service is shown the certificate, its token server is not. */

import type { IncomingMessage } from 'node:http';
import type { TLSSocket } from 'node:tls';
import pLimit from 'p-limit';
import { httpProbe } from '../../../../lambda/adapters/http/http-probe';
import { warmProbe } from '../../../../lambda/adapters/http/warm-probe';
import { systemClock } from '../../../../lambda/adapters/system/system-clock';
import { createAuthorizer } from '../../../../lambda/core/auth/authorizer';
import { checkService } from '../../../../lambda/core/probe/check-service';
import { connectionsFor } from '../../../../lambda/core/probe/probe-request';
import { configOf } from '../../../support/core/runs';
import { reportText, SERVICE } from '../../../support/http/asking';
import { makeCertificates, makeClientCertificates } from '../../../support/http/certificates';
import { startHttps, stopAfterEach } from '../../../support/http/servers';

const using = stopAfterEach();

function hasShownCertificate({ socket }: IncomingMessage): boolean {
  return (socket as TLSSocket).getPeerX509Certificate() !== undefined;
}

it('is asked with both', async () => {
  const certificates = await makeCertificates();
  const clients = await makeClientCertificates();
  const { key, cert } = certificates.valid;
  // The token server asks for a certificate too, and lets in those without.
  const asking = { key, cert, ca: clients.ca, requestCert: true };
  const shown: [server: string, isShown: boolean, authorization: string | undefined][] = [];
  const tokens = await using(
    startHttps({ ...asking, rejectUnauthorized: false }, (request, response) => {
      shown.push(['tokens', hasShownCertificate(request), undefined]);
      response.setHeader('Content-Type', 'application/json');
      response.end(JSON.stringify({ access_token: 'one', token_type: 'Bearer', expires_in: 3_600 }));
    }),
  );
  const server = await using(
    startHttps({ ...asking, rejectUnauthorized: true }, (request, response) => {
      shown.push(['service', hasShownCertificate(request), request.headers.authorization]);
      response.end(reportText());
    }),
  );
  const hidden = (value: string) => ({ kind: 'hidden', value, text: '${X}', secrets: [value] }) as const;
  const [configured] = configOf({ [SERVICE]: server.url() }, ['retry: { attempts: 1 }']).services;
  if (configured === undefined) throw new Error('the config has a service');
  const service = {
    ...configured,
    auth: {
      kind: 'oauth2',
      tokenUrl: `${tokens.url()}/token`,
      clientId: hidden('client'),
      clientSecret: hidden('hunter2'),
      scope: null,
      audience: null,
    },
    tls: {
      caFile: 'ca.pem',
      ca: certificates.ca,
      client: { cert: hidden(clients.valid.cert), key: hidden(clients.valid.key), passphrase: null },
    },
  } as const;
  const loadSigner = () => Promise.reject(new Error('nothing is signed'));
  const authorizer = createAuthorizer({ probe: httpProbe, clock: systemClock, loadSigner });
  await warmProbe(connectionsFor(service));
  const { kind } = await checkService(service, { probe: httpProbe, clock: systemClock, authorizer, gate: pLimit(1) });
  expect(kind).toBe('healthy');
  expect(shown).toEqual([
    ['tokens', false, undefined],
    ['service', true, 'Bearer one'],
  ]);
});

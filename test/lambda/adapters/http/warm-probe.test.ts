/** What is warm before the first request: it builds nothing in its own time. */

import tls from 'node:tls';
import { warmProbe } from '../../../../lambda/adapters/http/warm-probe';
import { ask, judged, reportText } from '../../../support/http/asking';
import { makeCertificates } from '../../../support/http/certificates';
import { startHttps, stopAfterEach } from '../../../support/http/servers';

const using = stopAfterEach();

it('the TLS contexts of all services, each built once', async () => {
  const { createSecureContext } = tls;
  let built = 0;
  const { ca, valid } = await makeCertificates();
  const server = await using(startHttps(valid, (_request, response) => response.end(reportText())));
  Object.assign(tls, {
    createSecureContext: (options: tls.SecureContextOptions) => {
      built++;
      return createSecureContext(options);
    },
  });
  const requests = [ca, null, ca].map((one) => ({ url: server.url(), ca: one, client: null }));
  await warmProbe([...requests, { url: 'http://127.0.0.1', ca: null, client: null }]);
  expect(built).toBe(2);
  await warmProbe(requests);
  expect(judged(await ask(server.url(), { ca }))).toBe('healthy ok');
  expect(judged(await ask(server.url()))).toBe('unreachable tls_certificate_untrusted');
  expect(built).toBe(2);
  expect(server.connections).toHaveLength(2);
});

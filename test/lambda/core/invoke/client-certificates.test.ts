/** Tests of runs with client certificates from secrets, against a server that requires one. */

import { httpProbe } from '../../../../lambda/adapters/http/http-probe';
import { warmProbe } from '../../../../lambda/adapters/http/warm-probe';
import type { TlsSettings } from '../../../../lambda/core/config/config';
import { WHOLE } from '../../../../lambda/core/config/shard';
import { processRuns } from '../../../../lambda/core/invoke/process-runs';
import type { LogLine } from '../../../../lambda/core/invoke/run-log';
import { memoryHistory } from '../../../support/core/histories';
import { memoryOutputs } from '../../../support/core/memory-outputs';
import { configOf, wholeOf } from '../../../support/core/runs';
import { reportText, SERVICE } from '../../../support/http/asking';
import {
  type Certificates,
  type ClientCertificates,
  makeCertificates,
  makeClientCertificates,
  type ServerCertificate,
} from '../../../support/http/certificates';
import { startHttps, stopAfterEach } from '../../../support/http/servers';

const using = stopAfterEach();
const BACKOFF_MS = 1_234;
const LINES = [`retry: { attempts: 3, backoff: ${BACKOFF_MS}ms }`, 'alerts: { successThreshold: 1 }'];
const reference = (key: string) => ({ kind: 'secret', secret: 'shop/client', key }) as const;

let certificates: Certificates;
let clients: ClientCertificates;
beforeAll(async () => {
  certificates = await makeCertificates();
  clients = await makeClientCertificates();
});

/** What the secret has, one value after the other: a value is read anew only if it was refused. */
type Pair = Pick<ServerCertificate, 'cert' | 'key'>;

/** Services `mail` and `cart` with the client certificate of a secret, and `open` without. */
async function runWith(pairs: readonly [Pair, ...Pair[]]) {
  const { key, cert } = certificates.valid;
  const own = { key, cert };
  const asking = await using(
    startHttps({ ...own, ca: clients.ca, requestCert: true, rejectUnauthorized: true }, (_, response) =>
      response.end(reportText()),
    ),
  );
  const open = await using(startHttps(own, (_, response) => response.end(reportText())));
  const urls = { mail: asking.url(), cart: asking.url('localhost'), open: open.url() };
  const config = configOf(urls, LINES);
  const client = { cert: reference('cert'), key: reference('key'), passphrase: null };
  const tls: TlsSettings = { caFile: 'ca.pem', ca: certificates.ca, client: null };
  const services = config.services.map((service) => ({
    ...service,
    expectService: SERVICE,
    tls: service.id === 'open' ? tls : { ...tls, client },
  }));
  const memory = memoryOutputs();
  const lines: LogLine[] = [];
  const pauses: number[] = [];
  let reads = 0;
  const run = processRuns(wholeOf({ ...config, services }), {
    probe: httpProbe,
    warm: warmProbe,
    clock: {
      now: Date.now,
      elapsed: () => performance.now(),
      sleep: async (ms) => void (ms === BACKOFF_MS && pauses.push(ms)),
    },
    outputs: {
      ...memory,
      publish: async () => undefined,
      history: memoryHistory([]),
      links: { dashboard: null, logs: null },
    },
    readSecret: async () => JSON.stringify(pairs[Math.min(reads++, pairs.length - 1)]),
    look: null,
    afterRun: null,
    beat: null,
    log: (line) => void lines.push(line),
  });
  const failure = await run(WHOLE).then(
    () => null,
    (error: Error) => error.message,
  );
  const notified = memory.sent.map(({ service, event }) => `${service.id} ${event}`);
  const seen = JSON.stringify([failure, lines, memory.sent, [...memory.stored]]);
  for (const { key: secret } of pairs) for (const part of partsOf(secret)) expect(seen).not.toContain(part);
  return { failure, notified, asked: asking.connections.length, open: open.connections.length, reads, pauses };
}

/** The lines of a PEM text between its first and its last. */
function partsOf(pem: string): string[] {
  return pem.trim().split('\n').slice(1, -1);
}

it('services are checked with a valid certificate', async () => {
  expect(await runWith([clients.valid])).toMatchObject({ failure: null, notified: [], asked: 2, open: 1, reads: 1 });
});

it.each<[string, () => Pair, string]>([
  [
    'the key of another',
    () => ({ cert: clients.valid.cert, key: clients.renewed.key }),
    'tls.client.key: expected the private key of the certificate: this one belongs to another',
  ],
  ['a past', () => clients.expired, 'tls.client.cert: expected a certificate that is valid: this one has expired, on '],
  [
    'a future',
    () => clients.notYetValid,
    'tls.client.cert: expected a certificate that is valid: this one is not valid before ',
  ],
  [
    'no form',
    () => ({ cert: 'nonsense', key: 'more nonsense' }),
    'tls.client.cert: expected the PEM text of a certificate, which begins with -----BEGIN CERTIFICATE-----; tls.client.key: ',
  ],
])(
  'with one that has %s, others are asked, the run fails, and nobody is notified of a service',
  async (_, pair, why) => {
    const { failure, ...done } = await runWith([pair()]);
    expect(failure).toContain(`the client certificate can't be used (${why}`);
    expect(failure).toMatch(/, so mail, cart were not checked$/);
    // It is read anew once, and waiting would not help.
    expect(done).toEqual({ notified: [], asked: 0, open: 1, reads: 2, pauses: [] });
  },
);

it('services are checked with a renewed certificate if the old one is unusable', async () => {
  const done = await runWith([clients.expired, clients.renewed]);
  expect(done).toMatchObject({ failure: null, notified: [], asked: 2, open: 1, reads: 2 });
});

it('a service is checked once more with a renewed certificate if it refuses the old one', async () => {
  const done = await runWith([clients.ofUnknownAuthority, clients.renewed]);
  expect(done).toMatchObject({ failure: null, notified: [], asked: 4, reads: 2, pauses: [] });
});

it('people are notified of an outage if the service keeps refusing the certificate', async () => {
  const { notified, failure } = await runWith([clients.ofUnknownAuthority]);
  expect(failure).toBeNull();
  expect([...notified].sort()).toEqual(['cart opened', 'mail opened']);
});

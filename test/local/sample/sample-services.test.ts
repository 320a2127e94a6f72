/** The sample services: each follows the contract of GET /status until it has a fault. */

import { httpProbe } from '../../../lambda/adapters/http/http-probe';
import { systemClock } from '../../../lambda/adapters/system/system-clock';
import { runCheck } from '../../../lambda/core/run/run-check';
import { configFrom } from '../../../local/input/load-config';
import { UserError } from '../../../local/input/user-error';
import { isFault, type SampleReport } from '../../../local/sample/sample-faults';
import {
  SAMPLE_IDS,
  type SampleService,
  sampleConfigText,
  startSampleServices,
} from '../../../local/sample/sample-services';
import { startHttp, stopAfterEach } from '../../support/http/servers';

const stopLater = stopAfterEach();
let services: readonly SampleService[];

beforeEach(async () => {
  services = await startSampleServices(0);
});
afterEach(() => Promise.all(services.map((service) => service.stop())));

async function verdicts(text = sampleConfigText(services)): Promise<Map<string, string>> {
  const run = await runCheck(configFrom('(sample)', text, { probing: 'all' }), {
    probe: httpProbe,
    clock: systemClock,
  });
  return new Map(run.results.map(({ service, kind, message }) => [service.id, `${kind}: ${message}`]));
}

function sample(id: string): SampleService {
  return services.find((service) => service.id === id) as SampleService;
}

describe('the sample services', () => {
  it('are the six, and each is healthy without a warning with their config', async () => {
    const config = configFrom('(sample)', sampleConfigText(services), { probing: 'all' });
    const { results } = await runCheck(config, { probe: httpProbe, clock: systemClock });
    const found = results.map(({ service, kind, warnings }) => [service.id, kind, warnings]);
    expect(found).toEqual(SAMPLE_IDS.map((id) => [id, 'healthy', []]));
  });

  it('send whole reports with fields of their types and differ from each other', async () => {
    const reports = await Promise.all(
      services.map(
        async ({ baseUrl }) =>
          (await (
            await fetch(`${baseUrl}/status`, { headers: { Origin: 'https://shop.example.com' } })
          ).json()) as SampleReport,
      ),
    );
    for (const [index, report] of reports.entries()) {
      expect(report).toEqual({
        status: 'healthy',
        service: SAMPLE_IDS[index],
        timestamp: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
        environment: 'sample',
        version: expect.stringMatching(/^\d+\.\d+\.\d+$/),
        uptime: expect.any(Number),
        memory: { used: expect.any(Number), total: expect.any(Number) },
      });
    }
    expect(new Set(reports.map(({ version }) => version)).size).toBe(SAMPLE_IDS.length);
  });

  it('continue after a restart with the new version and a new uptime', async () => {
    const service = sample('payment-service');
    const ask = async () => (await (await fetch(`${service.baseUrl}/status`)).json()) as SampleReport;
    const before = await ask();
    await service.setFault('restart');
    const restarted = await ask();
    expect(restarted.uptime).toBeLessThan(before.uptime);
    expect(restarted.version).not.toBe(before.version);
    await service.setFault(null);
    const { version, uptime } = await ask();
    expect(version).toBe(restarted.version);
    expect(uptime).toBeLessThan(before.uptime);
  });

  it('answer 404 with an error body to anything but GET /status', async () => {
    const { baseUrl } = sample('user-service');
    const answers = [await fetch(`${baseUrl}/`), await fetch(`${baseUrl}/status`, { method: 'POST' })];
    expect(answers.map(({ status }) => status)).toEqual([404, 404]);
    expect(await answers[0]?.json()).toEqual({
      error: 'Not found',
      timestamp: expect.any(String),
      service: 'user-service',
    });
  });
});

describe('the checkout sample', () => {
  it('answers 500 to a request without an Origin header, and the others do not ask for one', async () => {
    const withoutOrigin = sampleConfigText(services).replace(/^ {4}origin: .*\n/m, '');
    const found = await verdicts(withoutOrigin);
    expect(found.get('checkout-service')).toBe('error: HTTP 500: Origin header is required');
    expect([...found.values()].filter((verdict) => verdict === 'healthy: healthy')).toHaveLength(5);
  });
});

describe('a fault', () => {
  it('makes only one service sick, and can be undone', async () => {
    await sample('invoice-service').setFault('500');
    const sick = await verdicts();
    expect(sick.get('invoice-service')).toBe('error: HTTP 500: Database connection failed');
    expect([...sick.values()].filter((verdict) => verdict === 'healthy: healthy')).toHaveLength(5);
    await sample('invoice-service').setFault(null);
    expect((await verdicts()).get('invoice-service')).toBe('healthy: healthy');
  });

  it('that closes the port opens the same port once it is undone', async () => {
    await sample('user-service').setFault('refuse');
    expect((await verdicts()).get('user-service')).toContain('unreachable: connection refused');
    await sample('user-service').setFault('503');
    expect((await verdicts()).get('user-service')).toBe('unhealthy: HTTP 503: Service temporarily unavailable');
  });

  it.each([
    ['hang', true],
    ['500', true],
    ['toString', false],
    ['', false],
  ])('"%s" is one: %s', (name, expected) => {
    expect(isFault(name)).toBe(expected);
  });
});

describe('starting on a port that is taken', () => {
  it('fails with the port in one line for people', async () => {
    const { port } = await stopLater(startHttp((_, response) => response.end()));
    const starting = startSampleServices(port);
    await expect(starting).rejects.toBeInstanceOf(UserError);
    await expect(starting).rejects.toThrow(
      new RegExp(`^the sample services can't start: port ${port} is taken; choose another with --port`),
    );
  });
});

/** `statuswatch demo --services`: what it prints is a config for `check`, and each fault leads to its verdict. */

import { connect } from 'node:net';
import type { ServiceDocument } from '../../lambda/core/documents/service-document';
import type { RunDocument } from '../../local/documents/run-document';
import type { Fault } from '../../local/sample/sample-faults';
import { FAULTS } from '../../local/sample/sample-faults';
import { SAMPLE_IDS } from '../../local/sample/sample-services';
import { startHttp, stopAfterEach } from '../support/http/servers';
import { endAfterEach, type RunningCommand, start, statuswatch, temporaryFolder } from '../support/laptop/command-line';

const folder = temporaryFolder();

/** Starts the samples on free ports and writes the config they print to a file. */
async function startSamples(
  faults: readonly string[],
): Promise<{ readonly started: RunningCommand; readonly config: string }> {
  const started = start(['demo', '--services', '--port', '0', ...faults.flatMap((fault) => ['--fault', fault])]);
  await started.shows('Ctrl-C to stop.', 'stderr');
  return { started, config: folder.write(`sample-${started.child.pid}.yaml`, started.written('stdout')) };
}

/** What each fault leads to with the config that `sample` prints. */
const EXPECTED: Record<Fault, string> = {
  unhealthy: 'unhealthy reported_unhealthy',
  '500': 'error http_500',
  '503': 'unhealthy http_503',
  slow: 'healthy ok',
  hang: 'unreachable timeout_response',
  refuse: 'unreachable connection_refused',
  reset: 'unreachable connection_reset',
  garbage: 'unreachable malformed_response',
  html: 'invalid not_json',
  'wrong-service': 'invalid wrong_service',
  restart: 'healthy ok',
  leak: 'healthy ok',
};
const FAULT_NAMES = Object.keys(FAULTS) as Fault[];

describe('each fault, under the config that sample prints,', () => {
  const found = new Map<Fault, ServiceDocument>();

  /** Two groups of samples bear the twelve faults, one each. */
  beforeAll(async () => {
    const ask = async (group: readonly Fault[]) => {
      const { started, config } = await startSamples(group.map((fault, index) => `${SAMPLE_IDS[index]}=${fault}`));
      const { stdout } = await statuswatch(['check', '--json', '--config', config]);
      const { services } = JSON.parse(stdout) as RunDocument;
      for (const [index, fault] of group.entries()) found.set(fault, services[index] as ServiceDocument);
      started.child.kill('SIGKILL');
      await started.ended;
    };
    await Promise.all([FAULT_NAMES.slice(0, SAMPLE_IDS.length), FAULT_NAMES.slice(SAMPLE_IDS.length)].map(ask));
  });

  it.each(Object.entries(EXPECTED) as [Fault, string][])('%s is %s', (fault, expected) => {
    const { verdict, reason, attempts } = found.get(fault) as ServiceDocument;
    expect(`${verdict} ${reason}`).toBe(expected);
    // On a busy machine even a service that is slow on purpose may take too long once.
    if (fault !== 'slow') expect(attempts).toBe(verdict === 'healthy' ? 1 : 2);
  });

  it('slow takes its 800 ms', () => {
    // Timers may fire a millisecond early.
    expect(found.get('slow')?.timings?.firstByteMs).toBeGreaterThan(798);
  });

  it('restart has an uptime of seconds and the next version', () => {
    const { report } = found.get('restart') as ServiceDocument;
    expect(report?.uptime).toBeLessThan(600);
    expect(report?.version).toMatch(/^1\.\d\.1$/);
  });
});

describe('demo --services', () => {
  const later = endAfterEach();
  const stopLater = stopAfterEach();

  it('prints a config of six healthy services, says the rest on standard error, and ends at Ctrl-C with 0', async () => {
    const { started, config } = await startSamples([]);
    later(started);
    const { stdout, exitCode } = await statuswatch(['check', '--config', config]);
    expect(stdout).toContain('  6 of 6 healthy · ');
    expect(exitCode).toBe(0);

    started.child.kill('SIGINT');
    const ended = await started.ended;
    expect(ended.exitCode).toBe(0);
    expect(ended.stdout).toMatch(/^# The sample services [^\n]*\nname: sample\n/);
    expect(ended.stderr).toMatch(/^\nThe sample services are up[^\n]*\nCtrl-C to stop\.\n$/);
  });

  it('ends promptly at Ctrl-C also while one of them hangs on a request', async () => {
    const { started } = await startSamples(['payment-service=hang']);
    later(started);
    const port = Number(
      /payment-service\n {4}baseUrl: http:\/\/127\.0\.0\.1:(\d+)/.exec(started.written('stdout'))?.[1],
    );
    const asking = connect(port, '127.0.0.1').on('error', () => {});
    asking.write('GET /status HTTP/1.1\r\nHost: payment\r\n\r\n');
    // Under any other path it still answers, and by then it holds the request before.
    expect((await fetch(`http://127.0.0.1:${port}/other`)).status).toBe(404);
    started.child.kill('SIGINT');
    expect((await started.ended).exitCode).toBe(0);
    asking.destroy();
  });

  it('says which port is taken', async () => {
    const { port } = await stopLater(startHttp((_, response) => response.end()));
    const { stdout, stderr, exitCode } = await statuswatch(['demo', '--services', '--port', String(port)]);
    expect(stderr).toBe(
      `statuswatch: the sample services can't start: port ${port} is taken; choose another with --port, or 0 for free ones\n`,
    );
    expect({ stdout, exitCode }).toEqual({ stdout: '', exitCode: 75 });
  });
});

/** The measured programs: statuswatch, and programs that others use for the same services. */

import { configOf } from './bench-config';
import type { RunsJob } from './children/serve-runs';
import type { Absentee, Contender, Runs, Sample } from './contender';
import { freePort, isListening } from './free-port';
import { type Child, runProgram, startChild, startProgram, writeTemporary } from './workplace';

/** The services of a topic, as addresses of the target servers. */
export interface Services {
  readonly origins: readonly string[];
  readonly count: number;
  /** The PEM text to trust; `null` for plain HTTP. */
  readonly ca: string | null;
  /** The pause after each run. */
  readonly pauseMs: number;
}

function urlsOf({ origins, count }: Services): string[] {
  return configOf({ origins, count, ca: null }).services.map(({ statusUrl }) => statusUrl);
}

export function statuswatch(services: Services): Contender {
  return served('statuswatch', startChild('checker', configOf(services)), services);
}

export function bareRequests(services: Services): Contender {
  const setup = { urls: urlsOf(services), ca: services.ca };
  return served('bare node script', startChild('bare-requests', setup), services);
}

function served(name: string, child: Child, { pauseMs }: Services, end = () => child.end()): Contender {
  const measure = (runs: number) => child.ask({ runs, pauseMs } satisfies RunsJob) as Promise<Runs>;
  return { name, measure, end };
}

/** A blackbox_exporter of our own, on a free port. */
export async function blackboxExporter(services: Services): Promise<Contender | Absentee> {
  const name = 'blackbox_exporter';
  const caFile = services.ca === null ? null : writeTemporary('ca.pem', services.ca);
  const port = await freePort();
  const config = writeTemporary('blackbox.yml', blackboxConfig(caFile));
  try {
    const exporter = await startProgram('prometheus-blackbox-exporter', [
      `--config.file=${config}`,
      `--web.listen-address=127.0.0.1:${port}`,
      '--log.level=error',
    ]);
    await isListening(port);
    const child = startChild('blackbox-driver', { port, pid: exporter.pid, urls: urlsOf(services) });
    return served(name, child, services, () => {
      child.end();
      exporter.end();
    });
  } catch (error) {
    return { name, absent: whyAbsent(error, 'prometheus-blackbox-exporter') };
  }
}

function blackboxConfig(caFile: string | null): string {
  return JSON.stringify({
    modules: {
      http: {
        prober: 'http',
        timeout: '5s',
        http: {
          preferred_ip_protocol: 'ip4',
          fail_if_body_not_matches_regexp: ['"status":"healthy"'],
          ...(caFile === null ? {} : { tls_config: { ca_file: caFile } }),
        },
      },
    },
  });
}

const LOOP = 'TIMEFORMAT="%R %U %S"; time for ((i = 0; i < $1; i++)); do curl "${@:2}" || exit 1; done';

/** The whole process of curl; the shell that starts it gives the figures, as the average of the runs of a batch. */
export async function curlParallel(services: Services): Promise<Contender | Absentee> {
  const name = 'curl --parallel';
  const trust = services.ca === null ? [] : ['--cacert', writeTemporary('ca.pem', services.ca)];
  const targets = urlsOf(services).flatMap((url) => ['--output', '/dev/null', url]);
  const args = ['--parallel', '--no-progress-meter', '--fail', ...trust, ...targets];
  const measure = async (runs: number): Promise<Runs> => {
    const { err } = await runProgram('bash', ['-c', LOOP, 'bash', String(runs), ...args]);
    const [wall = 0, user = 0, system = 0] = err
      .trim()
      .split(' ')
      .map((seconds) => Number(seconds) * 1_000);
    const sample: Sample = { wallMs: wall / runs, overSlowestMs: null, cpuMs: (user + system) / runs };
    return { samples: [sample], peakMb: null };
  };
  try {
    await runProgram('curl', ['--version']);
    await runProgram('bash', ['--version']);
    return { name, measure, end: () => undefined };
  } catch (error) {
    return { name, absent: whyAbsent(error, 'curl or bash') };
  }
}

function whyAbsent(error: unknown, program: string): string {
  const { code, message } = error as NodeJS.ErrnoException;
  return code === 'ENOENT' ? `not measured: ${program} is not installed` : `not measured: ${message}`;
}

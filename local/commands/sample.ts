/** `statuswatch demo --services`: the six sample services, until Ctrl-C. */

import { once } from 'node:events';
import { nearMiss } from '../../lambda/core/keys/near-miss';
import { ownCommand } from '../input/own-command';
import { LAST_PORT, readPort } from '../input/port';
import { shellCommand } from '../input/shell-command';
import { UserError } from '../input/user-error';
import { FAULTS, type Fault, isFault } from '../sample/sample-faults';
import { SAMPLE_IDS, type SampleId, sampleConfigText, startSampleServices } from '../sample/sample-services';
import type { Terminal } from '../terminal/terminal';

export interface SampleOptions {
  /** The first of six ports. */
  readonly port?: string;
  /** Faults, each in the form `payment-service=hang`. */
  readonly fault: readonly string[];
}

const FIRST_PORT = '4101';

/** Prints a config for the services to standard output, so that it can be redirected to a file. */
export async function sample(options: SampleOptions, terminal: Terminal): Promise<number> {
  const port = readPort(options.port ?? FIRST_PORT, LAST_PORT - (SAMPLE_IDS.length - 1));
  const faults = options.fault.map(parseFault);
  const twice = faults.find(([id], index) => faults.findIndex(([earlier]) => earlier === id) < index);
  if (twice) throw new UserError(`--fault names ${twice[0]} twice: a service has one fault at a time`);
  const services = await startSampleServices(port);
  for (const [id, fault] of faults) await services.find((service) => service.id === id)?.setFault(fault);

  terminal.out.write(sampleConfigText(services));
  const sick = faults.map(([id, fault]) => `${id} ${FAULTS[fault]}`);
  terminal.err.write(['', ...whatNow(terminal), ...sick.map((line) => `  ${line}`), 'Ctrl-C to stop.', ''].join('\n'));
  if (!terminal.interrupted.aborted) await once(terminal.interrupted, 'abort');
  await Promise.all(services.map((service) => service.stop()));
  return 0;
}

function whatNow({ out }: Terminal): string[] {
  const own = shellCommand(ownCommand());
  const then = `in another terminal: ${own} check --config`;
  if (!out.isTTY) return [`The sample services are up, and their config is written. Now, ${then} FILE`];
  return [
    'The sample services are up; the lines above are a config for them. To use it, put it into a file:',
    `  ${own} demo --services > sample.yaml, and ${then} sample.yaml`,
  ];
}

function parseFault(text: string): [SampleId, Fault] {
  const [id = '', fault = ''] = text.split('=');
  const known = SAMPLE_IDS.find((sampleId) => sampleId === id);
  if (!known) {
    const meant = nearMiss(id, SAMPLE_IDS);
    const hint = meant ? `; did you mean ${meant}?` : `; expected one of ${SAMPLE_IDS.join(', ')}`;
    throw new UserError(`--fault is "${text}": there is no sample service "${id}"${hint}`);
  }
  if (!isFault(fault)) {
    throw new UserError(`--fault is "${text}": expected ${id}= and one of ${Object.keys(FAULTS).join(', ')}`);
  }
  return [known, fault];
}

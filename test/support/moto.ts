/** The emulated AWS of a test file: `moto_server` on loopback, on a port of its own choice, ended by its process id. */

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { createInterface } from 'node:readline';

export interface EmulatedAws {
  /** By the name localhost, from which its CloudFormation knows that a template's address is one of its own. */
  readonly url: string;
  stop(): Promise<void>;
}

export const REGION = 'us-east-1';
export const ACCOUNT = '123456789012';

/** What a client, or a process with clients, needs in its environment to call the emulated AWS, and nothing real. */
export function awsEnvironment(url: string) {
  return {
    AWS_ENDPOINT_URL: url,
    AWS_REGION: REGION,
    AWS_ACCESS_KEY_ID: 'test',
    AWS_SECRET_ACCESS_KEY: 'test',
    // Moto unpacks what is compressed twice, and takes it for broken.
    AWS_DISABLE_REQUEST_COMPRESSION: 'true',
    AWS_CONFIG_FILE: '/dev/null',
    AWS_SHARED_CREDENTIALS_FILE: '/dev/null',
    AWS_EC2_METADATA_DISABLED: 'true',
  } as const;
}

/** Points the clients that are made from now on, by this test file, to `url`. */
export function pointAwsTo(url: string): void {
  Object.assign(process.env, awsEnvironment(url));
}

const NEEDED = "needs moto_server, pip install 'moto[server]'";
const isInstalled = (process.env.PATH ?? '').split(delimiter).some((folder) => existsSync(join(folder, 'moto_server')));

/**
 * Tests that need the emulated AWS, which runs as long as they do. Where moto_server is not installed they are skipped,
 * and say so; where `CI` is set they fail.
 */
export function describeOnAws(title: string, tests: (aws: () => EmulatedAws) => void): void {
  if (!isInstalled && !process.env.CI) {
    process.stderr.write(`skipped: ${title} ${NEEDED}\n`);
    describe.skip(`${title} (skipped: ${NEEDED})`, () => {
      tests(() => {
        throw new Error(NEEDED);
      });
    });
    return;
  }
  describe(title, () => {
    let running: EmulatedAws | undefined;
    beforeAll(async () => {
      running = await startMoto();
    });
    tests(() => {
      if (!running) throw new Error('moto_server does not run yet');
      return running;
    });
    // After the hooks of the tests, which may still have calls under way.
    afterAll(() => running?.stop());
  });
}

/** Rejects, with what it wrote, when moto_server is missing or ends before it listens. */
async function startMoto(): Promise<EmulatedAws> {
  const child = spawn('moto_server', ['-H', '127.0.0.1', '-p', '0'], { stdio: ['ignore', 'ignore', 'pipe'] });
  const ended = once(child, 'close');
  const written: string[] = [];
  const port = await new Promise<string>((resolve, reject) => {
    child.once('error', ({ message }) => reject(new Error(`${NEEDED}: ${message}`)));
    // Reads on, so that its log never fills the pipe.
    createInterface({ input: child.stderr }).on('line', (line) => {
      const listening = /Running on http:\/\/127\.0\.0\.1:(\d+)/.exec(line)?.[1];
      if (listening) resolve(listening);
      if (written.length < 50) written.push(line);
    });
    ended.then(() => reject(new Error(`moto_server ended at once: ${written.join('\n')}`)), reject);
  });
  return {
    url: `http://localhost:${port}`,
    stop: async () => {
      child.kill('SIGKILL');
      await ended;
    },
  };
}

/** The emulated AWS for the tests of a file, in which there is nothing yet. */

import { existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

export interface EmulatedAws {
  readonly url: string;
}

/** What the environment of the tests has of `moto-server.ts`. */
const { motoUrl } = globalThis as unknown as { readonly motoUrl: () => Promise<string> };

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
 * Tests that need the emulated AWS. Where moto_server is not installed they are skipped,
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
      running = { url: await motoUrl() };
      await fetch(`${running.url}/moto-api/reset`, { method: 'POST' });
    });
    tests(() => {
      if (!running) throw new Error('moto_server does not run yet');
      return running;
    });
  });
}

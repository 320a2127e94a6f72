/**
 * The first steps, as README.md and docs/start have them: each command of their blocks is typed in its order, in an empty folder, with the
 * package as people get it. Sample services on loopback stand in place of the reader's own, an emulated AWS in place of the account.
 */

import { appendFileSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type SampleService, startSampleServices } from '../../local/sample/sample-services';
import { type FrontOfAws, jsonAnswer, startFrontOfAws } from '../support/aws/front-of-aws';
import { type LambdaProcess, startLambda } from '../support/aws/lambda-process';
import { awsEnvironment, describeOnAws, pointAwsTo, REGION } from '../support/aws/moto';
import { codeOfPage, type PageCode } from '../support/docs/code-of-page';
import { closedPort, type RunningServer, startHttp } from '../support/http/servers';
import { deployedFunction } from './deployed';
import { APP_PACKAGES, installPackage, NAME_SERVER, ROOT } from './installed';
import { makeSkippedResources } from './skipped-resources';
import { openTerminal } from './typed-commands';
import { unpackInto } from './unzip';

const EMULATED = 'docs/start/without-an-account.md';
const PAGES = ['README.md', 'docs/start/first-watch.md', 'docs/start/first-deployment.md', EMULATED];
const NAME = 'statuswatch';
/** A page has dozens of commands, each a process of its own. */
const TYPING_MS = 300_000;

interface Command {
  readonly like: RegExp;
  /** What it shows that the page promises. */
  readonly shows: RegExp;
  /** 0 if this is missing; `null` if it goes on until Ctrl-C. */
  readonly ends?: number | null;
  /** Whether it is about this repository, not about the reader's folder. */
  readonly here?: boolean;
}

/** The package of the clone, into the folder of an app. */
const INSTALL = /^npm install "\$\(npm pack --silent /;

const COMMANDS: readonly Command[] = [
  { like: /^npm start$/, shows: /page: http.*\b[56] of 6 healthy/s, ends: null, here: true },
  { like: /^npm run build && npm link$/, shows: /^> statuswatch@\S+ build$/m, here: true },
  { like: /^statuswatch demo --services /, shows: /The sample services are up/, ends: null },
  { like: /^statuswatch init --cdk$/, shows: /Wrote package\.json, .*; statuswatch\.yaml stays as it is/ },
  { like: /^statuswatch init .* --cdk /, shows: /Wrote statuswatch\.yaml with 2 services, and package\.json/ },
  {
    like: /^statuswatch init .* --ntfy /,
    shows: /ntfy accepted 2 alerts\n +Open http.*\/statuswatch-8f3a1c, .*\n {2}Next:/s,
  },
  { like: /^statuswatch init /, shows: /Wrote statuswatch\.yaml with [23] services\n.*\n {2}Next:/s },
  { like: /^statuswatch watch$/, shows: /page: http.*\d of [23] healthy/s, ends: null },
  { like: /^statuswatch explain payment-service$/, shows: /Down: reports itself unhealthy/ },
  { like: /^statuswatch incidents$/, shows: /open +payment-service/ },
  { like: /^statuswatch silence payment-service /, shows: /payment-service is silenced until .*trying it out/ },
  { like: /^NTFY_TOPIC=\S+ statuswatch drill /, shows: /phone\b/ },
  { like: /^statuswatch cost$/, shows: /\$\d+\.\d\d a month at list prices/ },
  { like: INSTALL, shows: /(changed|added) \d+ packages|up to date/ },
  { like: /^npx cdk bootstrap$/, shows: /Environment aws:\/\/\d+\/us-east-1 bootstrapped/ },
  { like: /^npx cdk deploy$/, shows: /✅ +statuswatch/ },
  { like: /^npx cdk destroy --force$/, shows: /✅ +statuswatch: destroyed/ },
  { like: /^statuswatch drill --deployed statuswatch/, shows: /sns\b/ },
  { like: /^statuswatch doctor /, shows: /^ +\d+ ok$/m },
];
const CHECK = /^statuswatch check$/;
/** The commands that show something else on a single page. */
const OWN: Readonly<Record<string, Command>> = {
  'docs/start/first-watch.md': { like: CHECK, shows: /2 of 3 healthy, 1 down/, ends: 1 },
  'docs/start/first-deployment.md': { like: CHECK, shows: /2 of 2 healthy/ },
  [EMULATED]: { like: /^statuswatch doctor /, shows: /✕ runs .*✕ alarms .*✓ table .*✓ config /s, ends: 1 },
};
/** What CI runs by itself. */
const OF_CI: readonly string[] = ['npm test'];
/** What the tests have done already: the emulated AWS runs, and the environment names it. */
const DONE = /^(?:pip install |moto_server |export AWS_ENDPOINT_URL=)/;

const installed = installPackage();
/** The environment of a shell that finds the command where `npm link` puts it. */
function linkedEnv(): Readonly<Record<string, string | undefined>> {
  const prefix = installed.folder('prefix');
  return { ...installed.env, npm_config_prefix: prefix, PATH: `${prefix}/bin:${installed.env.PATH}` };
}
let services: readonly SampleService[] = [];
let phone: RunningServer;
let firstPort: number;
const pushed: string[] = [];

beforeAll(async () => {
  services = await startSampleServices(0);
  firstPort = await portsInARow();
  phone = await startHttp((request, response) => {
    pushed.push(String(request.url));
    response.end('{"id":"a"}');
  });
  installed.write('.cdk.json', '{ "requireApproval": "never" }');
  installed.link(APP_PACKAGES);
  await openTerminal(linkedEnv()).type('npm link', ROOT);
});
afterAll(() => Promise.all([...services.map((service) => service.stop()), phone.stop()]));

/**
 * The first of six ports that are free, and that no other process is given by chance meanwhile: below those that Linux gives to connections,
 * which begin at 32,768.
 */
async function portsInARow(): Promise<number> {
  for (;;) {
    const first = 20_000 + ((await closedPort()) % 10_000);
    const row = await startSampleServices(first).catch(() => null);
    if (row === null) continue;
    await Promise.all(row.map((service) => service.stop()));
    return first;
  }
}

/** By a name of `names.js`. */
function addressOf(name: string): string {
  const { baseUrl = '' } = services.find(({ id }) => id === `${name}-service`) ?? {};
  if (baseUrl === '') throw new Error(`there is no sample service for ${name}.company.com`);
  return `http://${name}.samples.internal:${new URL(baseUrl).port}`;
}

/** What the reader would put in place of the examples of the page. */
function own(text: string): string {
  return (
    text
      .replace(/https:\/\/(\w+)\.company\.com/g, (_, name: string) => addressOf(name))
      .replace(/\b700(\d)\b/g, (_, digit: string) => String(firstPort + Number(digit) - 1))
      .replaceAll('eu-central-1', REGION)
      .replace('ntfy: {', `ntfy: { url: "${phone.url()}",`)
      .replace(/ --ntfy$/, ` --ntfy ${phone.url()}/statuswatch-8f3a1c`)
      // On a terminal the reader confirms it.
      .replace(/^npx cdk destroy$/, '$& --force')
  );
}

/** README says to remove the receiver before a deployment. */
function removeReceiver(cwd: string): void {
  const file = join(cwd, 'statuswatch.yaml');
  writeFileSync(file, readFileSync(file, 'utf8').replace(/^alerts:\n {2}receivers:\n(?: {4}.*\n)+/m, ''));
}

/** `npm ci` is done, as CI does it. */
const typed = (text: string) => text.replace(/\s+#.*/, '').replace(/^npm ci && /, '');

function stepsOf(page: string): PageCode[] {
  return codeOfPage(page).filter(({ block }) => block !== null && block !== 'json');
}

function expected(page: string, command: string): Command {
  const known = [OWN[page] ?? [], COMMANDS].flat().find(({ like }) => like.test(command));
  if (!known) throw new Error(`${page} has a command that this test does not know: ${command}`);
  return known;
}

it.each(PAGES)('%s has its commands where they are found: in blocks of sh', (page) => {
  const kinds = codeOfPage(page).map(({ block }) => block);
  expect(kinds.filter((kind) => !['sh', 'sh account', 'yaml', 'json', null].includes(kind))).toEqual([]);
  expect(kinds).toContain('sh');
});

it('what CI runs by itself, it runs', () => {
  const script = readFileSync(join(ROOT, '.ci/run'), 'utf8');
  for (const command of OF_CI) expect(script).toMatch(new RegExp(`^${command}\\b`, 'm'));
});

describeOnAws('the steps', (aws) => {
  let front: FrontOfAws;
  let checker: LambdaProcess | undefined;

  beforeAll(async () => {
    pointAwsTo(aws().url);
    front = await startFrontOfAws(aws().url);
    front.answer((call) => {
      if (!call.path.endsWith('/invocations') || !checker) return null;
      return checker.invoke(JSON.parse(call.body)).then((invoked) => {
        if (invoked.outcome !== 'resolved') throw new Error(JSON.stringify(invoked));
        return jsonAnswer(invoked.result);
      });
    });
  });
  afterEach(async () => {
    await checker?.kill();
    checker = undefined;
    await fetch(`${aws().url}/moto-api/reset`, { method: 'POST' });
  });
  afterAll(() => front.stop());

  /** What the emulated AWS leaves out of a deployment, and its first run. */
  async function afterDeployment(folder: string): Promise<void> {
    await makeSkippedResources(NAME);
    const { configuration, code } = await deployedFunction(aws().url, `${NAME}-checker`);
    const { file } = unpackInto(join(folder, 'deployed'), code, (text) => text);
    checker = startLambda(file, {
      ...configuration.Environment?.Variables,
      ...awsEnvironment(aws().url),
      ...NAME_SERVER,
    });
    expect(await checker.invoke()).toMatchObject({ outcome: 'resolved', result: { checked: 2, healthy: 2 } });
  }

  it.each(PAGES)(
    'of %s are typed, and each shows what it promises',
    async (page) => {
      const cwd = installed.folder(page.replace(/\W/g, '-'));
      const steps = stepsOf(page);
      // What names its region holds in a shell that has another one.
      const namesRegion = steps.some(({ text }) => text.includes('--region'));
      const shell = { ...awsEnvironment(front.url), ...(namesRegion && { AWS_REGION: 'eu-west-1' }) };
      const terminal = openTerminal({ ...linkedEnv(), ...shell });
      try {
        for (const { place, block, text } of steps) {
          if (block === 'yaml') {
            appendFileSync(join(cwd, 'statuswatch.yaml'), own(text));
            continue;
          }
          const command = own(typed(text));
          if (command === '' || OF_CI.includes(command) || DONE.test(command)) continue;
          const { shows, ends = 0, here = false } = expected(page, command);
          if (INSTALL.test(command)) {
            // As the registry would give them.
            installed.folder(join(page.replace(/\W/g, '-'), 'node_modules'));
            for (const name of APP_PACKAGES) {
              symlinkSync(installed.file(`node_modules/${name}`), join(cwd, 'node_modules', name));
            }
          }
          if (command === 'statuswatch init --cdk') removeReceiver(cwd);
          const where = here ? ROOT : cwd;
          if (ends === null) {
            await terminal.open(command, where, shows);
            continue;
          }
          const { text: shown, exitCode } = await terminal.type(command, where);
          expect({ place, command, exitCode, shown }).toEqual({
            place,
            command,
            exitCode: ends,
            shown: expect.stringMatching(shows),
          });
          if (command === 'npx cdk deploy' && page !== EMULATED) await afterDeployment(cwd);
        }
      } finally {
        await terminal.interrupt();
      }
      // The beginning and the end of a drill.
      const drills = page.endsWith('deployment.md') || page === EMULATED ? 0 : 2;
      expect(pushed.splice(0)).toHaveLength(drills);
    },
    TYPING_MS,
  );
});

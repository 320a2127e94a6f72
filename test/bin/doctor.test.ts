/** `statuswatch doctor` without AWS; test/e2e/doctor.test.ts has it with a deployment. */

import { statuswatch, temporaryFolder } from '../support/laptop/command-line';

const folder = temporaryFolder();
const config = folder.write('statuswatch.yaml', 'name: shop\nservices: [{ id: a, baseUrl: "https://a.internal" }]\n');
const fixed = folder.write(
  'fixed.yaml',
  'name: shop\ndeploy: { region: eu-west-1 }\nservices: [{ id: a, baseUrl: "https://a.internal" }]\n',
);
const ARGS = ['doctor', '--deployed', 'shop', '--config', config];

/** No credentials, and no service of a cloud's own machine that would give some. */
const NOTHING = {
  AWS_CONFIG_FILE: '/dev/null',
  AWS_SHARED_CREDENTIALS_FILE: '/dev/null',
  AWS_EC2_METADATA_DISABLED: 'true',
  HOME: folder.path,
};

it.each([
  ['the name of a deployment', ['doctor'], "required option '--deployed <name>' not specified"],
  ['a config', ['doctor', '--deployed', 'shop', '--config', 'none.yaml'], 'there is no none.yaml here'],
  ['the config of that deployment', [...ARGS, '--deployed', 'store'], 'is the config of "shop", not of "store"'],
  ['a region', ARGS, 'no AWS region is set: name one with --region, or set AWS_REGION'],
  [
    'credentials',
    [...ARGS, '--region', 'eu-west-1'],
    'there are no credentials for AWS: set AWS_PROFILE, or log in with "aws configure" or "aws sso login", until ',
  ],
  ['credentials, where the config has the region,', [...ARGS, '--config', fixed], 'there are no credentials for AWS: '],
])('without %s it ends with exit code 2 and one sentence', async (_, args, sentence) => {
  const { stdout, stderr, exitCode } = await statuswatch(args, { env: NOTHING });
  expect([stdout, exitCode]).toEqual(['', 2]);
  expect(stderr).toMatch(/^statuswatch: .*\n$/);
  expect(stderr).toContain(sentence);
});

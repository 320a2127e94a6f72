/** The stacks of an app: one for each config that the context names. */

import { Annotations, Match, Template } from 'aws-cdk-lib/assertions';
import { addStatuswatchStacks } from '../../lib/add-stacks';
import { UserError } from '../../local/input/user-error';
import { DEPLOY_YAML, emptyApp, fleet, templateOf } from '../support/aws/synthesis';
import { temporaryFolder } from '../support/laptop/command-line';
import { resourceIdentities } from './resource-identities';

const folder = temporaryFolder();
const UNBUNDLED = { 'aws:cdk:bundling-stacks': [], '@aws-cdk/core:annotationsInValidationReport': false };

/** An app with the stacks of configs, each by the text of its file. */
function appOf(...texts: readonly string[]) {
  const files = texts.map((text, index) => folder.write(`${index}.yaml`, text));
  const app = emptyApp({ ...UNBUNDLED, config: files.join(' , ') });
  addStatuswatchStacks(app);
  return app;
}

const deploy = (account: string | null, region: string | null) =>
  `deploy: { ${[...(account ? [`account: "${account}"`] : []), ...(region ? [`region: ${region}`] : [])].join(', ')} }`;
const [ONE, OTHER] = ['111111111111', '222222222222'] as const;
const stacksOf = (...texts: readonly string[]) =>
  appOf(...texts)
    .synth()
    .stacks.map(({ id, stackName, environment }) => [id, stackName, environment.name]);

it('is one for a config, named as it always was, with the same resources', () => {
  const app = appOf(DEPLOY_YAML);
  const [stack] = app.synth().stacks;
  expect([stack?.id, stack?.stackName]).toEqual(['statuswatch', 'statuswatch']);
  expect(resourceIdentities(Template.fromJSON(stack?.template))).toEqual(resourceIdentities(templateOf(DEPLOY_YAML)));
});

// A deployed stack may get another id, once its name is deployed to a second region.
it('has another id, and nothing else that differs, if another has its name too', () => {
  const page = `statusPage: { title: T, services: [{ id: s0, name: S }] }\n${deploy(ONE, 'eu-west-1')}`;
  const resourcesOf = (...texts: readonly string[]) => {
    const stack = appOf(...texts)
      .synth()
      .stacks.find(({ environment }) => environment.region === 'eu-west-1');
    const without = (key: string, value: unknown) => (key === 'Metadata' ? undefined : value);
    return [stack?.id, JSON.parse(JSON.stringify(stack?.template.Resources, without))];
  };
  const alone = resourcesOf(fleet(1, page));
  const both = resourcesOf(fleet(1, page), fleet(1, deploy(ONE, 'eu-central-1')));
  expect([alone[0], both[0]]).toEqual(['statuswatch', `statuswatch-${ONE}-eu-west-1`]);
  expect(both[1]).toEqual(alone[1]);
});

it('is one for each of several, in its own account and region', () => {
  expect(
    stacksOf(
      fleet(1, `name: prod\n${deploy(ONE, 'eu-central-1')}`),
      fleet(1, `name: stage\n${deploy(null, 'eu-west-1')}`),
    ),
  ).toEqual([
    ['prod', 'prod', `aws://${ONE}/eu-central-1`],
    ['stage', 'stage', 'aws://unknown-account/eu-west-1'],
  ]);
});

it('has one name in several places', () => {
  expect(
    stacksOf(
      ...[deploy(ONE, 'eu-central-1'), deploy(ONE, 'eu-west-1'), deploy(OTHER, 'eu-west-1')].map((at) => fleet(1, at)),
    ),
  ).toEqual([
    [`statuswatch-${ONE}-eu-central-1`, 'statuswatch', `aws://${ONE}/eu-central-1`],
    [`statuswatch-${ONE}-eu-west-1`, 'statuswatch', `aws://${ONE}/eu-west-1`],
    [`statuswatch-${OTHER}-eu-west-1`, 'statuswatch', `aws://${OTHER}/eu-west-1`],
  ]);
});

it.each([
  ['the same', deploy(ONE, 'eu-west-1'), deploy(ONE, 'eu-west-1')],
  ['no place at all', '', ''],
  ['an account that the shell says', deploy(ONE, 'eu-west-1'), deploy(null, 'eu-west-1')],
  ['a region that the shell says', deploy(ONE, 'eu-west-1'), deploy(ONE, null)],
])('can not have one name twice where one may meet the other: %s', (_what, one, other) => {
  expect(() => appOf(fleet(1, one), fleet(1, other))).toThrow(UserError);
  expect(() => appOf(fleet(1, one), fleet(1, other))).toThrow(
    /0\.yaml and \S+1\.yaml both have the name "statuswatch", and may be deployed to the same account and region/,
  );
});

describe('a config with faults', () => {
  const FAULTY = `name: shop\n${deploy(ONE, 'eu-west-1')}\ntimeout: soon\n${fleet(1)}`;

  it('is found by bootstrap and destroy, says all faults, and has nothing that a deployment could create', () => {
    const app = appOf(FAULTY.replace('s0.internal', 's0.example.com'), fleet(1, 'name: right'));
    const [right, stack] = app.synth().stacks;
    expect([stack?.id, stack?.stackName, stack?.environment.name]).toEqual(['shop', 'shop', `aws://${ONE}/eu-west-1`]);
    const errors = stack?.messages.filter(({ level }) => level === 'error').map(({ entry }) => String(entry.data));
    expect(errors).toEqual([
      expect.stringMatching(
        /^\S+0\.yaml has 2 faults:\n {2}\S+0\.yaml:3:10 {2}timeout is "soon".*\n {2}\S+0\.yaml:5:\d+/,
      ),
    ]);
    expect(Object.values(stack?.template.Resources)).toEqual([{ Type: 'AWS::CloudFormation::WaitConditionHandle' }]);
    expect(right?.messages.filter(({ level }) => level === 'error')).toEqual([]);
  });

  // The CDK's own rules, which `--ignore-errors` passes by, and then only CloudFormation can refuse it.
  it('has a rule that holds for no value that its parameter may have', () => {
    const { Parameters, Rules } = appOf(FAULTY).synth().stacks[0]?.template ?? {};
    expect(Parameters.Config.AllowedValues).toEqual(['faulty']);
    expect(Rules.ConfigIsRight.Assertions).toMatchObject([{ Assert: { 'Fn::Equals': [{ Ref: 'Config' }, 'right'] } }]);
  });

  it('takes its name from no other', () => {
    expect(() => appOf(FAULTY, fleet(1, `name: shop\n${deploy(ONE, 'eu-west-1')}`))).toThrow(
      /both have the name "shop"/,
    );
  });

  it.each([
    ['whose name can not be known', FAULTY.replace('name: shop', 'name: Shop!'), /name is "Shop!"/],
    ['that is not there', '', /there is no \S+nowhere\.yaml here/],
  ])('is none of one %s', (_what, text, message) => {
    const app = emptyApp({ config: text === '' ? folder.file('nowhere.yaml') : folder.write('f.yaml', text) });
    expect(() => addStatuswatchStacks(app)).toThrow(message);
    expect(app.node.children.filter(({ node }) => node.id !== 'Tree')).toEqual([]);
  });
});

it('needs the name of a file', () => {
  const app = emptyApp({ config: ' , ' });
  expect(() => addStatuswatchStacks(app)).toThrow('-c config= needs the name of a file');
});

it('notes no fault of a right one', () => {
  const app = appOf(fleet(1));
  const stack = app.node.findChild('statuswatch');
  expect(Annotations.fromStack(stack as never).findError('*', Match.anyValue())).toEqual([]);
});

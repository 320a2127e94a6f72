/** What a construct is made of: a config in a file, or in the app, parsed with the same faults. */

import { App, Stack, Token } from 'aws-cdk-lib';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { type ConfigContent, Statuswatch, type StatuswatchProps } from '../../lib';
import { readProps } from '../../lib/read-props';
import { DEPLOY_YAML, deployable, propsOf } from '../support/aws/synthesis';
import { temporaryFolder } from '../support/laptop/command-line';

const folder = temporaryFolder();

it('a file and its content mean the same', () => {
  const configFile = folder.write('statuswatch.yaml', DEPLOY_YAML);
  const { config, deployment } = deployable(DEPLOY_YAML);
  expect(readProps({ configFile })).toMatchObject({ config, deployment });
  expect(readProps(propsOf(DEPLOY_YAML))).toMatchObject({ config, deployment });
});

it('is parsed once for the same object', () => {
  const props = propsOf(DEPLOY_YAML);
  expect(readProps(props)).toBe(readProps(props));
});

describe('faults', () => {
  const make = (props: unknown) => () =>
    new Statuswatch(new Stack(new App(), 'Shop'), 'Watch', props as StatuswatchProps);

  it('from a file have their places', () => {
    const configFile = folder.write('faulty.yaml', 'intervall: 1m\nservices:\n  - { id: a, baseUrl: "ftp://a" }\n');
    expect(make({ configFile })).toThrow(
      `${configFile} has 2 faults:\n  ${configFile}:1:1  intervall is not known; did you mean "interval"?\n  ${configFile}:3:23  services[0].baseUrl is "ftp://a"; expected an http://`,
    );
  });

  it('from an object have the names of their keys', () => {
    const config = { intervall: '1m', services: [{ id: 'a', baseUrl: 'ftp://a' }] };
    expect(make({ config })).toThrow(
      'config has 2 faults:\n  intervall is not known; did you mean "interval"?\n  services[0].baseUrl is "ftp://a"; expected an http://',
    );
  });

  it('are what can not be deployed, too', () => {
    const config: ConfigContent = { interval: '30s', services: [{ id: 'a', baseUrl: 'https://a.internal' }] };
    expect(make({ config })).toThrow(/^config has 1 fault:\n {2}interval is "30s"; expected whole minutes/);
  });

  it.each([[{}], [{ configFile: 'statuswatch.yaml', config: { services: [] } }]])(
    'are neither a file nor a content, and both: %j',
    (props) => {
      expect(make(props)).toThrow(
        'Statuswatch needs either "configFile", the path of a config, or "config", its content',
      );
    },
  );

  it('are a file that is not there', () => {
    expect(make({ configFile: folder.file('nowhere.yaml') })).toThrow(
      `there is no ${folder.file('nowhere.yaml')} here`,
    );
  });

  it('are what only a deployment knows', () => {
    const { topicArn } = new Topic(new Stack(new App(), 'Other'), 'Topic');
    const baseUrl = `https://${Token.asString({ Ref: 'Balancer' })}`;
    const services = [{ id: 'a', baseUrl: 'https://a.internal' }];
    expect(make({ config: { services: [...services, { id: 'b', baseUrl }] } })).toThrow(
      'config.services[1].baseUrl is known only once it is deployed (a token of the CDK); expected a value that is known at the synthesis',
    );
    expect(make({ config: { services, encryption: { keyArn: topicArn } } })).toThrow(
      'config.encryption.keyArn is known only',
    );
  });
});

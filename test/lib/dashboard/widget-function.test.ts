/** The Lambda behind the dashboard's widget as it is deployed, and what its bundle has of the services. */

import type { Auth } from '../../../lambda/core/config/auth';
import { WIDGET_MEMORY_MB } from '../../../lambda/core/invoke/invocation';
import { withoutCredentials } from '../../../lib/functions/lambda-folder';
import { DEPLOY_YAML, deployable, fleet, onlyResource, templateOf } from '../../support/aws/synthesis';

const NETWORK = 'network: { vpcId: vpc-0a1b2c3d, subnetIds: [subnet-0a1b2c3d], securityGroupIds: [sg-0a1b2c3d] }';

describe('the widget', () => {
  const template = templateOf(DEPLOY_YAML);
  const { Properties: properties } = onlyResource(template, 'AWS::Lambda::Function', 'Widget');

  it('runs on the newest Node, on arm64, with the memory that the price counts', () => {
    expect(properties).toMatchObject({
      Runtime: 'nodejs24.x',
      Architectures: ['arm64'],
      MemorySize: WIDGET_MEMORY_MB,
      Timeout: 10,
      Handler: 'index.handler',
      FunctionName: 'statuswatch-widget',
    });
  });

  it('gets the table, and the address of the page, but no topic', () => {
    const { Variables } = properties.Environment;
    const url = onlyResource(template, 'AWS::Lambda::Url').id;
    expect(Variables).toEqual({
      STATUSWATCH_TABLE: { Ref: onlyResource(template, 'AWS::DynamoDB::Table').id },
      STATUSWATCH_LIVE_PAGE_URL: { 'Fn::GetAtt': [url, 'FunctionUrl'] },
    });
  });

  it('writes to a log group of its own, which is kept for a month and goes with the stack', () => {
    const group = onlyResource(template, 'AWS::Logs::LogGroup', 'WidgetLog');
    expect(properties.LoggingConfig).toEqual({ LogGroup: { Ref: group.id } });
    expect(group.Properties).toMatchObject({ LogGroupName: '/aws/lambda/statuswatch-widget', RetentionInDays: 30 });
    expect(group.DeletionPolicy).toBe('Delete');
  });

  it('is never repeated', () => {
    const { Properties } = onlyResource(template, 'AWS::Lambda::EventInvokeConfig', 'Widget');
    expect(Properties.MaximumRetryAttempts).toBe(0);
  });

  it('stands in no network, even if the checker does', () => {
    const { VpcConfig } = onlyResource(templateOf(fleet(1, NETWORK)), 'AWS::Lambda::Function', 'Widget').Properties;
    expect(VpcConfig).toBeUndefined();
  });
});

describe('the config of the widget', () => {
  it('has the services, without headers, credentials, authorities and receivers', () => {
    const { config: deployed } = deployable(`${DEPLOY_YAML}\ntls: { caFile: ca.pem }`);
    const auth: Auth = { kind: 'bearer', token: { kind: 'secret', secret: 'shop/token', key: null } };
    const config = { ...deployed, services: deployed.services.map((service) => ({ ...service, auth })) };
    expect(config.receivers).not.toEqual([]);
    const bundled = withoutCredentials(config);
    expect(bundled.receivers).toEqual([]);
    expect(bundled.services.map(({ id }) => id)).toEqual(config.services.map(({ id }) => id));
    for (const service of bundled.services) expect(service).toMatchObject({ headers: {}, auth: null, tls: null });
    for (const { headers, tls } of config.services) expect([headers, tls]).not.toEqual([{}, null]);
  });
});

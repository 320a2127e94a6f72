/** The CDK app: reads the config that `-c config=FILE` names, and makes its stack. The `cdk` command starts it. */

import { App, Validations } from 'aws-cdk-lib';
import { DEFAULT_CONFIG_FILE, loadDeployment } from '../local/input/load-config';
import { UserError } from '../local/input/user-error';

async function main(): Promise<void> {
  const app = new App();
  const file: unknown = app.node.tryGetContext('config') ?? DEFAULT_CONFIG_FILE;
  const { config, deployment } = loadDeployment(String(file), 'all');
  // Loaded only now: it takes long, and a fault of the config is to be seen at once.
  const [{ AwsSolutionsChecks }, { StatuswatchStack }] = await Promise.all([
    import('cdk-nag'),
    import('../lib/statuswatch-stack'),
  ]);
  new StatuswatchStack(app, config.name, { config, deployment });
  Validations.of(app).addPlugins(new AwsSolutionsChecks(app));
}

main().catch((error: unknown) => {
  if (!(error instanceof UserError)) throw error;
  process.stderr.write(`statuswatch: ${error.message}\n`);
  // Exits at once, before CDK would synthesize what there is so far.
  process.exit(2);
});

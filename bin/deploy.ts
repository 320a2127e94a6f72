/** The CDK app: a stack for each config that `-c config=FILE,FILE` names. The `cdk` command starts it. */

import { App, Validations } from 'aws-cdk-lib';
import { AwsSolutionsChecks } from 'cdk-nag';
import { addStatuswatchStacks } from '../lib/add-stacks';
import { UserError } from '../local/input/user-error';

const app = new App();
try {
  addStatuswatchStacks(app);
  Validations.of(app).addPlugins(new AwsSolutionsChecks(app));
} catch (error) {
  if (!(error instanceof UserError)) throw error;
  process.stderr.write(`statuswatch: ${error.message}\n`);
  // Exits at once, before CDK would synthesize what there is so far.
  process.exit(2);
}

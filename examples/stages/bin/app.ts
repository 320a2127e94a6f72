import { App } from 'aws-cdk-lib';
import { addStatuswatchStacks } from 'statuswatch';

// A stack for each config: statuswatch.yaml, or those that "-c config=FILE,FILE" names.
addStatuswatchStacks(new App());

import { App } from 'aws-cdk-lib';
import { addStatuswatchStacks } from 'statuswatch';

// A stack for each config: statuswatch.yaml, or the files of "-c config=FILE,FILE".
addStatuswatchStacks(new App());

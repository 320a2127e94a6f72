/** The exports of the package for a CDK app: `import { Statuswatch } from 'statuswatch'`. */

export { addStatuswatchStacks } from './add-stacks';
export type { ConfigContent } from './config-content';
export type { ConfigContentProps, ConfigFileProps, StatuswatchProps } from './config-props';
export { type ServiceMetric, Statuswatch } from './statuswatch';
export { StatuswatchStack, type StatuswatchStackProps } from './statuswatch-stack';

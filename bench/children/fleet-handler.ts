/** The entry of a simulated checker: the Lambda's own handler, and what stands in for its network and its clock. */

export { handler } from '../../lambda/checker';
export { beginMinute, sentAt } from './simulated-world';

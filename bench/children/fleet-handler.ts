/** The entry of a simulated checker: the Lambda's own handler, with a simulated network and clock. */

export { handler } from '../../lambda/checker';
export { beginMinute, sentAt } from './simulated-world';

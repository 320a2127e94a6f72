/** A topic that nobody guesses, and the topic of an address. */

import { SETTING_RULES } from '../../../lambda/receivers/setting-rules';
import { ntfyReceiver, randomTopic } from '../../../local/init/first-receivers';

it('a random topic is one that ntfy takes, and another each time', () => {
  const topics = Array.from({ length: 500 }, randomTopic);
  expect(topics.filter((topic) => !SETTING_RULES.topic.pattern.test(topic))).toEqual([]);
  expect(new Set(topics).size).toBe(500);
  // Each of 20 places has each of 31 signs: 20 × log2(31) = 99 bits.
  const signs = topics.map((topic) => topic.replace('statuswatch-', ''));
  expect(new Set(signs.map(({ length }) => length))).toEqual(new Set([20]));
  expect(new Set(signs.join('')).size).toBe(31);
});

it.each([
  ['my-topic', { topic: 'my-topic' }],
  ['https://ntfy.sh/my-topic', { topic: 'my-topic' }],
  ['https://ntfy.company.com/my-topic', { topic: 'my-topic', url: 'https://ntfy.company.com' }],
])('%s is the topic %j', (given, settings) => {
  expect(ntfyReceiver(given).settings).toEqual(settings);
});

it.each([
  'https://ntfy.company.com',
  'https://ntfy.company.com/a/b',
  'https://ntfy.company.com/a?auth=x',
  'https://me:x@ntfy.company.com/a',
  'ntfy://ntfy.company.com/a',
  'a b',
])('%s is no topic', (given) => {
  expect(() => ntfyReceiver(given)).toThrow('--ntfy needs a topic');
});

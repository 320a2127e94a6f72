/** Tests of the words for problems of the checker. */

import { problemsOf } from '../../../../../lambda/core/documents/words/problem-words';

it('a problem that several services share appears once', () => {
  const unsaved = (service: string, what: string) =>
    ({ output: 'store', service, message: `the state can't be saved: ${what} 'st/${service}.json'` }) as const;
  const failures = [
    ...['a', 'b', 'c', 'd', 'e'].map((id) => unsaved(`service-${id}`, 'EACCES')),
    unsaved('service-f', 'EIO'),
    { output: 'store', service: null, message: 'the disk is full' } as const,
    ...['s', 'd'].map((id) => unsaved(id, 'EROFS')),
  ];
  expect(problemsOf(failures)).toEqual([
    "service-a, service-b, service-c and 2 more: the state can't be saved: EACCES 'st/….json'",
    "service-f: the state can't be saved: EIO 'st/service-f.json'",
    'the disk is full',
    "s, d: the state can't be saved: EROFS 'st/….json'",
  ]);
});

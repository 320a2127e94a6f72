/** The messages of the demo are true, however long it runs. */

import { tellStory } from '../../../local/commands/demo';
import { type SampleService, startSampleServices } from '../../../local/sample/sample-services';

/** The runs of the story of one service. */
const TURN = 28;

let services: readonly SampleService[] = [];
beforeAll(async () => {
  services = await startSampleServices(0);
});
afterAll(() => Promise.all(services.map((service) => service.stop())));

async function reportOf({ baseUrl }: SampleService): Promise<{ uptime: number; version: string }> {
  const headers = { Origin: 'https://shop.example.com' };
  return (await fetch(`${baseUrl}/status`, { headers })).json() as Promise<{ uptime: number; version: string }>;
}

it('a service that has failed is the same as before, while others fail', async () => {
  const before = await Promise.all(services.map(reportOf));
  const story = tellStory(services);
  const told = new Set<string>();
  for (let run = 0; run < 2 * TURN; run++) told.add((await story.next()).value ?? '');
  // The next one is told to fail soon.
  expect((await story.next()).value).toMatch(/^In a moment \S+ will fail\./);
  expect([...told].filter((text) => /refuses connections/.test(text))).toHaveLength(2);
  for (const [index, service] of services.entries()) {
    const { uptime, version } = await reportOf(service);
    expect(uptime).toBeGreaterThan(3_600);
    expect(version).toBe(before[index]?.version);
  }
});

it('writes nothing about services outside its story', async () => {
  const story = tellStory(services);
  for (let run = 0; run < TURN; run++) expect((await story.next()).value).not.toMatch(/all services/i);
});

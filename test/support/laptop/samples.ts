/** The sample services for the tests of a file. */

import {
  type SampleId,
  type SampleService,
  sampleConfigText,
  startSampleServices,
} from '../../../local/sample/sample-services';

export interface Samples {
  all(): readonly SampleService[];
  one(id: SampleId): SampleService;
  /**
   * A config that asks each once in a run. The timeout is to be as long as the interval allows: on a busy machine a service
   * that is well may take long to answer.
   */
  configText(interval: string, timeout: string): string;
}

/** They run from before the first test until after the last, and each test begins with all of them well. */
export function startSamples(): Samples {
  const samples = startLastingSamples();
  afterEach(() => Promise.all(samples.all().map((service) => service.setFault(null))));
  return samples;
}

/** They run from before the first test until after the last, and their faults last: for one of several tests that run at once. */
export function startLastingSamples(): Samples {
  let services: readonly SampleService[] = [];
  beforeAll(async () => {
    services = await startSampleServices(0);
  });
  afterAll(() => Promise.all(services.map((service) => service.stop())));
  return {
    all: () => services,
    one: (id) => services.find((service) => service.id === id) as SampleService,
    configText: (interval, timeout) =>
      sampleConfigText(services)
        .replace('interval: 5s', `interval: ${interval}`)
        .replace('timeout: 1s', `timeout: ${timeout}`)
        .replace('attempts: 2', 'attempts: 1'),
  };
}

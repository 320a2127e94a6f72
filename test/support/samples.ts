/** The sample services for the tests of a file. */

import { type SampleId, type SampleService, startSampleServices } from '../../local/sample/sample-services';

export interface Samples {
  all(): readonly SampleService[];
  one(id: SampleId): SampleService;
}

/** They run from before the first test until after the last, and each test begins with all of them well. */
export function startSamples(): Samples {
  let services: readonly SampleService[] = [];
  beforeAll(async () => {
    services = await startSampleServices(0);
  });
  afterAll(() => Promise.all(services.map((service) => service.stop())));
  afterEach(() => Promise.all(services.map((service) => service.setFault(null))));
  return {
    all: () => services,
    one: (id) => services.find((service) => service.id === id) as SampleService,
  };
}

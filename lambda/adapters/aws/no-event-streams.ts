/**
 * Stands in the Lambda's bundle for `@smithy/core/event-streams`, with which the SDK reads answers that are streams of
 * events. No API that is called here gives one. The SDK imports the module only then, so no part of it could be
 * shaken out of the bundle.
 */

export function eventStreamSerdeProvider(): never {
  throw new Error('the checker calls no API that answers with a stream of events');
}

/** A client of an API that has such streams too asks for it when it is made. */
export function resolveEventStreamSerdeConfig<Config>(config: Config): Config {
  return config;
}

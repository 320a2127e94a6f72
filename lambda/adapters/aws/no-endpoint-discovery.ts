/**
 * Stands in the Lambda's bundle for `@aws-sdk/middleware-endpoint-discovery`, with which the SDK may ask DynamoDB for an address, and its
 * cache of such addresses. It is off unless a client or `AWS_ENABLE_ENDPOINT_DISCOVERY` asks for it, and neither does.
 */

export const NODE_ENDPOINT_DISCOVERY_CONFIG_OPTIONS = {
  environmentVariableSelector: () => undefined,
  configFileSelector: () => undefined,
  default: false,
};

export function resolveEndpointDiscoveryConfig<Config>(config: Config): Config {
  return config;
}

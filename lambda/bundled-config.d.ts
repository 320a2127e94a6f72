/** The config that the stack puts into the bundle: validated at synth, secrets as references. */
declare module 'statuswatch-config' {
  import type { Config } from './core/config';

  const config: Config;
  export default config;
}
